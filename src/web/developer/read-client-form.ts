/* The client form with its logo, which is stored before anything else in the form is checked. */
import type { PropertyFault } from '../../errors.js';
import type { UserPost } from '../page.js';
import { type TypedForm, typedForm, typedLogo, withLogo } from './client-form.js';
import { type LogoDeps, takeLogo } from './logo-upload.js';

export interface PostedClientForm {
  readonly typed: TypedForm;
  /** Of the logo alone; the caller checks everything else. */
  readonly logoFaults: readonly PropertyFault[];
}

export async function readClientForm({ form, user }: UserPost, deps: LogoDeps): Promise<PostedClientForm> {
  const typed = typedForm(form);
  const request = { ...typedLogo(typed), accountId: user.account.id, upload: form.upload };
  const { logo, faults } = await takeLogo(deps, request);
  return { typed: withLogo(typed, logo), logoFaults: faults };
}
