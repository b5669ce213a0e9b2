// Loaded before the daemon, as `--import <this file>?statement=12&when=before`: its process ends right before or right after the
// twelfth statement of its store, as a power cut would end it. Statements stand between everything that the service does.
import { createRequire } from 'node:module';

const { searchParams } = new URL(import.meta.url);
const when = searchParams.get('when');
const Database = createRequire(new URL('../../packages/store/package.json', import.meta.url))('libsql');
let left = Number(searchParams.get('statement'));

function mortal(call) {
  return function die(...args) {
    left -= 1;
    if (left === 0 && when === 'before') process.kill(process.pid, 'SIGKILL');
    try {
      return call.apply(this, args);
    } finally {
      if (left === 0) process.kill(process.pid, 'SIGKILL');
    }
  };
}

const { prepare, exec } = Database.prototype;
Database.prototype.exec = mortal(exec);
Database.prototype.prepare = function prepareMortal(sql) {
  const statement = prepare.call(this, sql);
  for (const name of ['run', 'get', 'all']) statement[name] = mortal(statement[name]);
  return statement;
};
