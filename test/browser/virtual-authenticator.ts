/* An authenticator that lives in Chromium (WebAuthn Level 3 section 11): keeps passkeys, and knows who its user is. */
import type { CDPSession, Page } from 'playwright-core';

export interface VirtualAuthenticator {
  /** Whether somebody is at hand, who says yes to whatever it asks. */
  attend(there: boolean): Promise<void>;
  /** Whether it is its user who is at hand. */
  recognise(user: boolean): Promise<void>;
  /** How many passkeys it keeps. */
  count(): Promise<number>;
}

const OPTIONS = {
  protocol: 'ctap2',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: false,
} as const;

/** `internal`: that of the device, of which there is one; `usb`: a key. */
export async function plugIn(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = { ...OPTIONS, transport };
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    async attend(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async recognise(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async count() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}
