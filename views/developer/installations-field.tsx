/* The choice to take removed scopes from installations that exist already. */
import type { VNode } from 'preact';

export const FROM_INSTALLATIONS = { name: 'from_installations', value: 'yes' } as const;

const TEXT = {
  label: 'Also take removed scopes from existing installations',
  hint: 'Otherwise they keep what their users allowed. All scopes that are not selected above end within a second, also in access tokens and waiting codes, and the users have to authorize the application again to get them back.',
} as const;

export const InstallationsField = ({ checked }: { checked: boolean }): VNode => (
  <div class="field">
    <label class="box">
      <input
        type="checkbox"
        name={FROM_INSTALLATIONS.name}
        value={FROM_INSTALLATIONS.value}
        checked={checked}
        aria-describedby="from-installations-hint"
      />
      <span>{TEXT.label}</span>
    </label>
    <p class="hint" id="from-installations-hint">
      {TEXT.hint}
    </p>
  </div>
);
