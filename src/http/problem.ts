// In charge of error answers: RFC 9457, one shape everywhere.

import { type Fault, PROBLEMS, type ProblemCode } from '../problems.ts';
import { type Exchange, LONGEST_TARGET } from './exchange.ts';

export interface Problem {
  code: ProblemCode;
  detail: string;
  errors?: Fault[];
  /** Names and values in turn. */
  headers?: string[];
}

export function invalidParameters(faults: Fault[]): Problem {
  const [first] = faults;
  return { code: 'invalid-parameter', detail: sentence(first), errors: faults };
}

/** The connection ends with it: who sends such addresses is not worth keeping. */
export function uriTooLong(exchange: Exchange): Problem {
  exchange.isLast = true;
  return { code: 'uri-too-long', detail: `The address is ${LONGEST_TARGET} bytes long or longer.` };
}

function sentence({ parameter, message }: Fault): string {
  const subject = parameter === '' ? 'A parameter' : parameter;
  const text = message.startsWith('unknown') ? `${subject} is an ${message}` : `${subject} ${message}`;
  return /[.?]$/.test(text) ? text : `${text}.`;
}

export function problemBody({ code, detail, errors }: Problem, requestId: string, base: string): Buffer {
  const { status, title } = PROBLEMS[code];
  const problem = {
    type: `${base}/problems/${code}`,
    title,
    status,
    code,
    detail,
    requestId,
    ...(errors && { errors }),
  };
  return Buffer.from(JSON.stringify(problem));
}

export function sendProblem(exchange: Exchange, problem: Problem, base: string, extraHeaders: string[] = []): void {
  const headers = ['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'];
  exchange.send(
    PROBLEMS[problem.code].status,
    [...headers, ...(problem.headers ?? []), ...extraHeaders],
    problemBody(problem, exchange.id, base),
  );
}
