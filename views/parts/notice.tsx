import type { ComponentChildren, VNode } from 'preact';
import { Icon } from './icon.js';

export type NoticeKind = 'info' | 'good' | 'warning' | 'danger';

interface NoticeProps {
  kind: NoticeKind;
  title: string;
  /** One paragraph; anything longer is given as children. */
  detail?: string;
  children?: ComponentChildren;
}

/** A short title with details. Screen readers announce dangers immediately. */
export const Notice = (props: NoticeProps): VNode => (
  <div class={`notice notice-${props.kind}`} role={props.kind === 'danger' ? 'alert' : 'status'}>
    <Icon shape={props.kind} />
    <div>
      <p class="notice-title">{props.title}</p>
      {props.detail && <p>{props.detail}</p>}
      {props.children}
    </div>
  </div>
);
