export { type AppOptions, createApp } from './app.ts';
export { createHealth, type Health } from './ground/health.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
