// Node's runner traces every promise and every timer back to a test. It needs to while tests are being defined, to know which suite
// they belong to. While they run, it only tells which test an uncaught error belongs to, and costs an eighth of the CPU and most of
// the memory. So tracing stops once all tests are defined, and an uncaught error fails the whole process.
// Must be imported before `node:test`.
import asyncHooks, { type AsyncHook } from 'node:async_hooks';

const { createHook } = asyncHooks;
let following: AsyncHook | undefined;

// The runner makes the first one.
asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook;
  following = createHook(callbacks);
  return following;
};

/** The runner fails the process for such an error, but does not say where it comes from. */
export function stopFollowing(): void {
  // A later Node may do it in another way.
  following?.disable();
  process.on('uncaughtExceptionMonitor', (error) => console.error('Nobody caught this error:', error));
  process.on('unhandledRejection', (reason) => console.error('Nobody handled this rejection:', reason));
}
