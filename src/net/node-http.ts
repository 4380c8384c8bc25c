// Loads Node's HTTP server. An `import` of node:http would also load a WebSocket client: 40 ms and 16 MB per thread.

import type { AddressInfo, Server } from 'node:net';

export const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');

/** Such as `http://127.0.0.1:3000`. */
export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
