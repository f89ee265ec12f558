/* The client form as it comes in, with its picture, which is taken before anything else in the form is looked at. */
import { LOGO } from '../../../views/developer/logo-field.js';
import type { PropertyFault } from '../../errors.js';
import { readUploadForm } from '../../http/upload-forms.js';
import { FORM_LISTS, type TypedForm, typedForm, typedLogo, withLogo } from './client-form.js';
import { MAX_LOGO_BYTES } from '../../clients/logo-image.js';
import { takeLogo } from './logo-upload.js';
import { type ClientPagesDeps, type Handler, type Post, postedAs } from './deps.js';

export interface ClientFormPost extends Post {
  readonly typed: TypedForm;
  /** What is wrong with the picture. Everything else is for the caller to check. */
  readonly logoFaults: readonly PropertyFault[];
}

const RULES = { lists: FORM_LISTS, file: LOGO.file, maxFileBytes: MAX_LOGO_BYTES };

export const postedClientForm = (
  deps: ClientPagesDeps,
  take: (post: ClientFormPost) => Promise<void>,
): Handler =>
  postedAs(
    deps,
    (ctx) => readUploadForm(ctx, RULES),
    async (post) => {
      const typed = typedForm(post.form);
      const { upload } = post.form;
      const request = { ...typedLogo(typed), accountId: post.account.id, upload };
      const { logo, faults } = await takeLogo(deps, request);
      await take({ ...post, typed: withLogo(typed, logo), logoFaults: faults });
    },
  );
