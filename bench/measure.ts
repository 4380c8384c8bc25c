// In charge of timing: many short rounds, so that one disturbance of the machine does not spoil the figure.

export interface Timing {
  mean: number;
  median: number;
  p99: number;
}

/** Times single calls, in milliseconds; `call` gets the number of the round. */
export function timeCalls(rounds: number, call: (round: number) => unknown): Timing {
  for (let round = 0; round < Math.min(rounds, 200); round++) call(round);
  const times = new Float64Array(rounds);
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    call(round);
    times[round] = performance.now() - start;
  }
  times.sort();
  return {
    mean: times.reduce((sum, each) => sum + each, 0) / rounds,
    median: times[Math.floor(rounds / 2)],
    p99: times[Math.floor(rounds * 0.99)],
  };
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

export function printTable(title: string, rows: Record<string, string>[]): void {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]);
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column].length)));
  const line = (cells: string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]))).join('  ');
  console.log(`\n${title}\n\n${line(columns)}\n${line(widths.map((width) => '─'.repeat(width)))}`);
  for (const row of rows) console.log(line(columns.map((column) => row[column])));
}

export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}
