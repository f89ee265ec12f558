/* The version of the service, as package.json has it. */
import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('#package') as { readonly version: string };

export const VERSION = version;
