/** A receiver in a process of its own: takes every post, answers 204. */
const server = require('node:http').createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
