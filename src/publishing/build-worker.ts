// The worker that builds the columns of trees from their texts.

import { type MessagePort, parentPort } from 'node:worker_threads';
import { buffersOf } from '../snapshot/columns/columns.ts';
import { ColumnsBuilder } from '../snapshot/columns/columns-builder.ts';
import { addTexts, type BuildOrder } from './tree-builders.ts';

const port = parentPort as MessagePort;
const builder = new ColumnsBuilder();

port.on('message', (order: BuildOrder) => {
  if (order) return addTexts(builder, order);
  const columns = builder.finish();
  port.postMessage(columns, buffersOf(columns));
  port.close();
});
