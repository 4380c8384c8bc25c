// Node's HTTP server. An `import` of node:http would also load a WebSocket client, because it asks for everything that the
// module has to offer: 40 ms and 16 MB for each thread.

export const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');
