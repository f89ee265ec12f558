/* A virtual authenticator in Chromium (WebAuthn Level 3 section 11). */
import type { CDPSession, Page } from 'playwright-core';

export interface VirtualAuthenticator {
  /** Whether a user is present and consents to everything. */
  attend(present: boolean): Promise<void>;
  /** Whether user verification succeeds. */
  recognise(user: boolean): Promise<void>;
  /** Number of stored passkeys. */
  count(): Promise<number>;
}

const OPTIONS = {
  protocol: 'ctap2',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: false,
} as const;

/** `internal` is the platform authenticator, of which there is one; `usb` is a security key. */
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
