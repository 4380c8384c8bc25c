// The client's version, which `npm run generate` writes.

export const VERSION = '0.2.0';
