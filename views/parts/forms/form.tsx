import type { ComponentChildren, VNode } from 'preact';
import { href } from '../../href.js';

/** Name of the hidden field that http/csrf.ts fills and checks. */
export const CSRF_FIELD = 'csrf';

export interface FormProps {
  action: string;
  csrf: string;
  /** It contains a file input (RFC 7578). */
  upload?: boolean;
  children: ComponentChildren;
}

export const Form = (props: FormProps): VNode => (
  <form
    class="form"
    method="post"
    action={href(props.action)}
    enctype={props.upload ? 'multipart/form-data' : undefined}
  >
    <input type="hidden" name={CSRF_FIELD} value={props.csrf} />
    {props.children}
  </form>
);
