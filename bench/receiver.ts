// A webhook receiver in its own process: responds to each POST at once, and remembers its time.
//   GET /arrivals   [[id of the payload, time of arrival], …], and forgets them
//   /silent         a path without responses
import { createServer } from 'node:http';
import { tellParent } from './children.ts';
import { now } from './clock.ts';

let arrivals: [id: string, at: number][] = [];

const server = createServer((request, response) => {
  const at = now();
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    if (request.url === '/silent') return;
    if (request.method === 'GET') {
      response.end(JSON.stringify(arrivals));
      arrivals = [];
      return;
    }
    // Not parsed: the receiver shares two cores with what is measured.
    arrivals.push([/"id":"([^"]+)"/.exec(body)?.[1] ?? '', at]);
    response.end('ok');
  });
});
// Closing idle connections would affect the measurement.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => tellParent({ port: (server.address() as { port: number }).port }));
