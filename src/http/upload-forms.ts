/* Posted forms with a file: as strict and bounded as any other form, the file in memory only. */
import type { Context } from 'koa';
import { AppError, bodyTooLarge } from '../errors.js';
import { type Form, formOf, malformed, MAX_BYTES, MAX_PAIRS, readForm, strictText } from './forms.js';
import { boundaryOf, type Part, type PartLimits, readParts } from './multipart.js';

/** An uploaded file. Its type must be detected from its bytes. */
export type Upload = Pick<Part, 'bytes' | 'cut'>;

export interface UploadForm extends Form {
  /** Undefined when no file was chosen. */
  readonly upload?: Upload;
}

export interface UploadRules {
  /** Fields that may be repeated. */
  readonly lists: readonly string[];
  /** Name of the field for the file. */
  readonly file: string;
  readonly maxFileBytes: number;
}

const MULTIPART = 'multipart/form-data';
/** Large enough for a photo, so that a form with a file over the limit can be shown again with its fields. */
const MAX_BODY = 16 * 1024 * 1024;

/** The connection stays usable: what the caller still sends is discarded. */
async function partsOf(ctx: Context, limits: PartLimits): Promise<readonly Part[]> {
  if (Number(ctx.headers['content-length'] ?? 0) > limits.body) throw bodyTooLarge(limits.body);
  const boundary = boundaryOf(ctx.headers['content-type'] ?? '');
  const chunks = ctx.req.iterator({ destroyOnReturn: false });
  try {
    return await readParts(chunks, boundary, limits);
  } catch (error) {
    throw error instanceof AppError ? error : malformed('the body is broken');
  } finally {
    await chunks.return?.();
    ctx.req.resume();
  }
}

/** Browsers send a file without a name when none was chosen. */
function uploadIn(files: readonly Part[], { file }: UploadRules): Pick<UploadForm, 'upload'> {
  const [chosen, second] = files;
  if (second !== undefined) throw malformed('it has more than one file');
  if (chosen === undefined) return {};
  if (chosen.name !== file) throw malformed('it has a file where none belongs');
  const { bytes, cut } = chosen;
  return chosen.filename === '' && bytes.length === 0 ? {} : { upload: { bytes, cut } };
}

/** The posted form, in either encoding. Throws 400 or 413. */
export async function readUploadForm(ctx: Context, rules: UploadRules): Promise<UploadForm> {
  if (ctx.request.is(MULTIPART) !== MULTIPART) return readForm(ctx, rules.lists);
  if (ctx.headers['content-encoding'] !== undefined) throw malformed('it must not be compressed');
  const limits = { parts: MAX_PAIRS + 1, fields: MAX_BYTES, file: rules.maxFileBytes, body: MAX_BODY };
  const parts = await partsOf(ctx, limits);
  const pairs = parts
    .filter(({ filename }) => filename === undefined)
    .map(({ name, bytes }) => [name, strictText(bytes)] as const);
  if (pairs.some(([name, value]) => name === rules.file && value !== '')) {
    throw malformed('a field stands where a file belongs');
  }
  const files = parts.filter(({ filename }) => filename !== undefined);
  return { ...formOf(pairs, rules.lists), ...uploadIn(files, rules) };
}
