import 'reflect-metadata';
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createVitrine } from '@vitrine/core';
import { nodeHandler } from '@vitrine/http';
import { createMedia } from '@vitrine/media';
import { sqliteStorage } from '@vitrine/storage-sqlite';

// Decorators as functions, because this file runs as it is.
class Echo {
  greet() {
    return 'hello';
  }
  echo(body) {
    return body;
  }
}
Controller('echo')(Echo);
const method = (name) => Object.getOwnPropertyDescriptor(Echo.prototype, name);
Get()(Echo.prototype, 'greet', method('greet'));
Post()(Echo.prototype, 'echo', method('echo'));
Body()(Echo.prototype, 'echo', 0);

class Application {}
Module({ controllers: [Echo] })(Application);

const vitrine = await createVitrine({
  storage: sqliteStorage({ path: process.env.DATABASE }),
  media: createMedia(),
  baseUrl: process.env.BASE_URL,
});
const app = await NestFactory.create(Application, { logger: ['error'] });
app.use('/vitrine', nodeHandler(vitrine, { basePath: '/vitrine', console: true }));
await app.listen(Number(process.env.PORT), '127.0.0.1');
