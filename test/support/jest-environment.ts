/*
 * Where jest runs a suite: in the process itself, not in a context of its own, so that a module is loaded once for all
 * suites of a worker. See jest-runtime.ts.
 */
const realm = globalThis;

// eslint-disable-next-line no-restricted-exports -- jest makes one of the default export
export default class WorkerEnvironment {
  readonly global = realm;
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly moduleMocker = null;
  private readonly console = realm.console;
  private readonly exit = process.exit;

  /** Node.js maps the stacks of what tsx compiled itself, as long as no other code formats them. */
  setup(): Promise<void> {
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    return Promise.resolve();
  }

  teardown(): Promise<void> {
    realm.console = this.console;
    process.exit = this.exit;
    return Promise.resolve();
  }

  getVmContext(): null {
    return null;
  }
}
