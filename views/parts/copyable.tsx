import type { VNode } from 'preact';
import { assetUrl } from '../asset-files.js';
import { Identifier } from './identifier.js';

/**
 * An identifier to take along. The button beside it is made by assets/copy.js: it needs a script, so without one it is
 * not there, and the text can be selected all the same.
 */
export const Copyable = ({ value, what, once }: { value: string; what: string; once?: boolean }): VNode => (
  <div
    class="copyable"
    data-copy={`Copy ${what}`}
    data-copied={`Copied the ${what}`}
    data-failed={`The ${what} could not be copied. Select it and copy it by hand.`}
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

/** For the end of a page with something to copy; its answer must allow scripts (http/security-headers). */
export const CopyScript = (): VNode => <script type="module" src={assetUrl('copy.js')} />;
