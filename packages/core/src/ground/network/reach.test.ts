import { expect, test } from 'vitest';
import { reachOf } from './reach.ts';

test.each([
  'http://127.0.0.1:8080/i/a',
  'http://127.8.0.1',
  'http://localhost:8080',
  'http://vitrine.localhost',
  'http://LOCALHOST.',
  'http://[::1]:8080',
  'http://0.0.0.0:8080',
  'http://[::]:8080',
  'http://[::ffff:127.0.0.1]',
])('only this computer reaches %s', (url) => {
  expect(reachOf(url)).toBe('computer');
});

test.each([
  'http://10.1.2.3',
  'http://172.16.0.1',
  'http://172.31.255.1',
  'http://192.168.1.20:8080',
  'http://169.254.3.4',
  'http://100.64.0.1',
  'http://100.127.0.1',
  'http://[fd12:3456::1]',
  'http://[fe80::1]',
  'http://[::ffff:10.0.0.1]',
  'http://nas',
  'http://nas.local',
  'https://vitrine.corp',
  'http://pi.home.arpa',
])('only the network reaches %s', (url) => {
  expect(reachOf(url)).toBe('network');
});

test.each([
  'https://img.example.com/i/a',
  'https://localhost.example.com',
  'https://local.de',
  'http://9.9.9.9',
  'http://172.32.0.1',
  'http://100.128.0.1',
  'http://192.169.1.1',
  'http://[2001:4860::8888]',
  'http://[fec1:1::1]',
])('everybody reaches %s', (url) => {
  expect(reachOf(url)).toBe('everybody');
});
