import type { VNode } from 'preact';
import { assetUrl } from '../../asset-files.js';
import { Identifier } from './identifier.js';

/** An identifier to copy. assets/copy.js adds the button, so without JavaScript there is only the text to select. */
export const Copyable = ({ value, noun, once }: { value: string; noun: string; once?: boolean }): VNode => (
  <div
    class="copyable"
    data-copy={`Copy ${noun}`}
    data-copied={`Copied the ${noun}`}
    data-failed={`The ${noun} could not be copied. Select it and copy it by hand.`}
  >
    {once ? (
      <code class="identifier once" dir="ltr" data-secret>
        {value}
      </code>
    ) : (
      <Identifier value={value} />
    )}
  </div>
);

/** For the end of a page with a Copyable; its response must allow scripts (http/security-headers). */
export const CopyScript = (): VNode => <script type="module" src={assetUrl('copy.js')} />;
