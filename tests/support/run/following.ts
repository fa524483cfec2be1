// Node's runner follows every promise and every timer back to a test, to know whose it is. It has to know that of what is defined,
// and also says it of errors that nobody catches. While tests run, following takes an eighth of the processor's time and most of
// the memory: it ends when all are defined, and an error that nobody catches is an error of the whole process.
// To be imported before `node:test`.
import asyncHooks, { type AsyncHook } from 'node:async_hooks';

const { createHook } = asyncHooks;
let following: AsyncHook | undefined;

// The runner's is the first.
asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook;
  following = createHook(callbacks);
  return following;
};

/** The runner fails the process for such an error, but does not say where it comes from. */
export function stopFollowing(): void {
  // A later Node may know it in another way.
  following?.disable();
  process.on('uncaughtExceptionMonitor', (error) => console.error('Nobody caught this error:', error));
  process.on('unhandledRejection', (reason) => console.error('Nobody handled this rejection:', reason));
}
