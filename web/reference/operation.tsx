// In charge of one operation: what it does, what it takes, what it answers, and trying it.

import { useState } from 'preact/hooks';
import { Prose } from '../explorer/parts/prose.ts';
import { Snippet } from '../explorer/parts/snippet.tsx';
import { type Answer, answersOf, type Call, type Document, exampleOf, type Parameter, rangeOf } from './document.ts';
import { LANGUAGES, pathOf, type Values } from './examples.ts';
import { type Sent, send } from './send.ts';

interface Props {
  document: Document;
  call: Call;
  baseUrl: string;
}

export function OperationView({ document, call, baseUrl }: Props) {
  const { operation, path } = call;
  const shown = operation.parameters.filter((each) => each.in !== 'header');
  const needed = shown.filter(({ required }) => required).map((each) => [each.name, exampleOf(each)]);
  const [values, setValues] = useState<Values>(Object.fromEntries(needed));
  const [sent, setSent] = useState<Sent | string>();
  const address = baseUrl + pathOf(call, values);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSent('…');
    send(address).then(setSent, (error) => setSent(String(error)));
  };
  return (
    <section id={operation.operationId} class="operation" aria-labelledby={`${operation.operationId}-title`}>
      <h3 id={`${operation.operationId}-title`}>{operation.summary}</h3>
      <p>
        <code class="path">GET /api/v1{path}</code>
      </p>
      <Prose text={operation.description} format="markdown" lang="en" />
      <form onSubmit={submit}>
        <div class="parameters">
          {shown.map((each) => (
            <ParameterField
              key={each.name}
              id={`${operation.operationId}-${each.name}`}
              parameter={each}
              value={values[each.name] ?? ''}
              onInput={(value) => setValues({ ...values, [each.name]: value })}
            />
          ))}
        </div>
        <button type="submit" class="small-button execute">
          Send
        </button>{' '}
        <code class="address">{address.slice(baseUrl.length)}</code>
      </form>
      {sent !== undefined && <SentView sent={sent} />}
      <details>
        <summary>In curl, TypeScript, Python and R</summary>
        {Object.entries(LANGUAGES).map(([name, write]) => (
          <Snippet key={name} name={name} code={write(address)} words={WORDS} />
        ))}
      </details>
      <Answers answers={answersOf(document, operation)} />
    </section>
  );
}

const WORDS = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Not allowed: select the text',
  copyOf: (name: string) => `Copy as ${name}`,
};

interface FieldProps {
  id: string;
  parameter: Parameter;
  value: string;
  onInput(value: string): void;
}

function ParameterField({ id, parameter, value, onInput }: FieldProps) {
  const { name, description, required = false, schema } = parameter;
  return (
    <div class="parameter">
      <label for={id}>
        <code>{name}</code>
        {required && ' (needed)'}
      </label>
      <input
        id={id}
        name={name}
        value={value}
        required={required}
        autocomplete="off"
        spellcheck={false}
        placeholder={exampleOf(parameter)}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <div class="parameter-text">
        {description} <span class="quiet">{rangeOf(parameter)}</span>
        {schema.items && <span class="quiet"> (here: between bars, a|b)</span>}
      </div>
    </div>
  );
}

function SentView({ sent }: { sent: Sent | string }) {
  if (typeof sent === 'string') return <p role="status">{sent}</p>;
  return (
    <div class="sent">
      <p role="status">
        <strong>{sent.status}</strong> <span class="quiet">{`${sent.type}, ${sent.milliseconds} ms`}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>
        <code>{sent.text}</code>
      </pre>
    </div>
  );
}

function Answers({ answers }: { answers: [string, Answer][] }) {
  return (
    <details>
      <summary>Answers</summary>
      <dl class="facts">
        {answers.map(([status, answer]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {answer.description}
              <Example answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Example({ answer }: { answer: Answer }) {
  const [example] = Object.values(Object.values(answer.content ?? {})[0]?.examples ?? {});
  if (!example) return null;
  const { value } = example;
  return (
    <details>
      <summary>Example</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>
        <code>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code>
      </pre>
    </details>
  );
}
