// In charge of what Markdown can become: these kinds of blocks and of pieces of a line, and no others.

export type Block =
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | List
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  /** Of a footnote, what it says. */
  | { kind: 'note'; label: string; children: Inline[] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };

export interface List {
  kind: 'list';
  isOrdered: boolean;
  items: Item[];
}

export interface Item {
  children: Inline[];
  /** What stands further in. */
  inner: List | undefined;
}

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' }
  /** Where a footnote belongs. */
  | { kind: 'note-mark'; label: string };
