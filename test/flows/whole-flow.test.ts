import { useService } from '../support/service.js';
import { authorize, exchange, me, pkce, refresh } from '../support/oauth.js';

const service = useService();

describe('the whole authorization flow', () => {
  test('a confidential client is authorized, gets tokens, reads the profile, refreshes', async () => {
    const [client, user] = [await service.client(), await service.user('Ada Lovelace')];
    const { code, back } = await authorize(service, client, user, { params: { state: 'a b&c' } });
    expect(back.searchParams.get('state')).toBe('a b&c');
    expect(back.searchParams.get('iss')).toBe(service.config.issuerUrl);

    const first = await exchange(service, client, code);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body).toMatchObject({ token_type: 'bearer', expires_in: 1800, scope: 'PROFILE_READ' });

    const profile = (await (await me(service, first.body.access_token)).json()) as {
      data: { email: string; name: string };
    };
    expect(profile.data).toMatchObject({ email: user.email, name: 'Ada Lovelace' });

    const second = await refresh(service, client, first.body.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.scope).toBe('PROFILE_READ');
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    expect((await me(service, second.body.access_token)).status).toBe(200);
    expect((await me(service, first.body.access_token)).status).toBe(200);
  });

  test('a public client does the same with PKCE and without a secret', async () => {
    const { verifier, challenge } = pkce();
    const [client, user] = [await service.client({ kind: 'public' }), await service.user()];
    const { code } = await authorize(service, client, user, { params: { code_challenge: challenge } });
    const { status, body } = await exchange(service, client, code, { code_verifier: verifier });
    expect(status).toBe(200);
    expect((await me(service, body.access_token)).status).toBe(200);
    expect((await refresh(service, client, body.refresh_token)).status).toBe(200);
  });
});
