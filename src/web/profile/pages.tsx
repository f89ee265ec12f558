/* `/settings/profile`: what users say about themselves, and how times are written for them. */
import { PROFILE_TEXT, ProfilePage, type ProfileValues } from '../../../views/profile/profile.js';
import { EMAIL_CHANGE_PATH } from '../../accounts/email-change.js';
import type { Profile, ProfileStore } from '../../scheduling/profile/store.js';
import { ACCOUNT_PATH } from '../account/pages.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText, type FieldFaults, versionOf } from '../request-values.js';
import { choicesOf } from './choices.js';
import { changeOf, typedIn, valuesOf } from './form.js';

export const PROFILE_PATH = '/settings/profile';

interface ProfilePagesDeps {
  readonly profiles: ProfileStore;
}

/** Why the typed values were not saved. */
type Refusal = { readonly faults: FieldFaults } | 'outdated';

const statusOf = (refusal: Refusal | undefined): number => {
  if (refusal === undefined) return 200;
  return refusal === 'outdated' ? 409 : 422;
};

interface Typed {
  readonly values: ProfileValues;
  readonly version: number;
  readonly refusal: Refusal;
}

function profilePage(request: UserRequest, profile: Profile, typed?: Typed): PageReply {
  const { user, csrf } = request;
  const { values = valuesOf(profile), refusal } = typed ?? {};
  const isOutdated = refusal === 'outdated';
  const props = {
    user: user.account,
    csrf: csrf(),
    action: PROFILE_PATH,
    // The user has read the warning: the next time, these values replace the others.
    version: typed === undefined || isOutdated ? profile.version : typed.version,
    values,
    choices: choicesOf(values),
    faults: refusal === undefined || isOutdated ? {} : refusal.faults,
    refusal: isOutdated ? PROFILE_TEXT.outdated : undefined,
    done: doneText(request, { saved: PROFILE_TEXT.saved }),
    links: { email: EMAIL_CHANGE_PATH, data: ACCOUNT_PATH },
  };
  return page(<ProfilePage {...props} />, { status: statusOf(refusal) });
}

/** The account was disabled meanwhile. */
const signedOut = (): PageReply => redirect('/sign-in');

async function show({ profiles }: ProfilePagesDeps, request: UserRequest): Promise<PageReply> {
  const profile = await profiles.profile(request.user.account.id);
  return profile === undefined ? signedOut() : profilePage(request, profile);
}

async function save({ profiles }: ProfilePagesDeps, request: UserPost): Promise<PageReply> {
  const { user, form, actor } = request;
  const { id } = user.account;
  const profile = await profiles.profile(id);
  if (profile === undefined) return signedOut();
  const [values, version] = [typedIn(form), versionOf(form)];
  const refuse = (refusal: Refusal, current = profile): PageReply =>
    profilePage(request, current, { values, version, refusal });
  const read = changeOf(profile, values);
  if ('faults' in read) return refuse(read);
  const outcome = await profiles.editProfile(id, { version, change: read.change }, actor);
  if (outcome === undefined) return signedOut();
  if (outcome === 'username_taken') return refuse({ faults: { username: [PROFILE_TEXT.usernameTaken] } });
  if (outcome === 'outdated') return refuse(outcome, (await profiles.profile(id)) ?? profile);
  return redirect(`${PROFILE_PATH}?done=saved`);
}

export function createProfilePages(deps: ProfilePagesDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: PROFILE_PATH, who: 'user', handle: by(show) }),
    definePage({ method: 'POST', path: PROFILE_PATH, who: 'user', handle: by(save) }),
  ];
}
