/* The files of the reference page: Swagger UI and our own. Their URLs contain a hash of the content. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ASSET_FILES } from '../../../views/asset-files.js';
import type { AssetName } from '../../../views/asset-files.js';

export interface ReferenceFile {
  readonly url: string;
  readonly mediaType: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
}

export const REFERENCE_PATH = '/v2/docs';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const compress = promisify(gzip);
const require = createRequire(import.meta.url);

async function fromPackage(path: string, name: string, mediaType: string): Promise<ReferenceFile> {
  const body = await readFile(path);
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const url = `${REFERENCE_PATH}/${name.replace('.', `.${hash}.`)}`;
  return { url, mediaType, body, gzipped: await compress(body) };
}

async function fromAssets(name: AssetName): Promise<ReferenceFile> {
  const asset = ASSET_FILES.find((file) => file.name === name);
  if (asset === undefined) throw new Error(`${name} is not among the assets`);
  const { url, mediaType, body } = asset;
  return { url: url.replace('/assets', REFERENCE_PATH), mediaType, body, gzipped: await compress(body) };
}

const all = async () => ({
  favicon: await fromAssets('favicon.svg'),
  swaggerStyle: await fromPackage(require.resolve('swagger-ui-dist/swagger-ui.css'), 'swagger-ui.css', STYLE),
  style: await fromAssets('reference.css'),
  swagger: await fromPackage(
    require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
    'swagger-ui.js',
    SCRIPT,
  ),
  script: await fromAssets('reference.js'),
  callback: await fromPackage(require.resolve('swagger-ui-dist/oauth2-redirect.js'), 'callback.js', SCRIPT),
});

export type ReferenceFiles = Awaited<ReturnType<typeof all>>;

/** Read on the first request and kept: two megabytes that most processes never serve. */
export function createFiles(): () => Promise<ReferenceFiles> {
  let files: Promise<ReferenceFiles> | undefined;
  return () => (files ??= all());
}
