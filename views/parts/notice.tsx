import type { ComponentChildren, VNode } from 'preact';
import { Icon } from './icon.js';

export type NoticeKind = 'info' | 'good' | 'warning' | 'danger';

/** A short title, with details as children. Screen readers announce dangers immediately. */
export const Notice = (props: { kind: NoticeKind; title: string; children?: ComponentChildren }): VNode => (
  <div class={`notice notice-${props.kind}`} role={props.kind === 'danger' ? 'alert' : 'status'}>
    <Icon shape={props.kind} />
    <div>
      <p class="notice-title">{props.title}</p>
      {props.children}
    </div>
  </div>
);
