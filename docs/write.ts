/* `npm run docs`: writes the pages that are made from the program. */
import { writeFile } from 'node:fs/promises';
import { scopesPage } from './scopes-page.js';

await writeFile(new URL('scopes.md', import.meta.url), scopesPage());
