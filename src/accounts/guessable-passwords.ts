/*
 * The blocklist of passwords, by rule: a password is refused when hardly anything of it is left after removing what
 * attackers guess first. The whole password counts; a common word inside a long one costs only that word.
 */

/** First among leaked long passwords, whole or as parts of them. */
const COMMON =
  `password passwort passphrase passcode contrasena motdepasse letmein welcome willkommen iloveyou loveyou
  administrator admin login changeme secret master dragon monkey football baseball basketball princess sunshine
  superman batman starwars trustno1 whatever shadow michael jessica jennifer hello freedom computer internet samsung
  google facebook microsoft apple summer winter spring autumn january february march april june july august september
  october november december monday tuesday wednesday thursday friday saturday sunday company testing test user guest
  root default temporary access please opensesame thisis ismy iamthe forever jesus chelsea liverpool arsenal
  correct horse battery staple thequickbrownfox jumpsoverthelazydog maytheforcebewithyou tobeornottobe
  thatisthequestion onceuponatime maryhadalittlelamb twinkle littlestar slotkey calendar schedule
  booking`.split(/\s+/);

/** Rows of keys and alphabets, walked forward or backward. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  'qwertzuiopü',
  'azertyuiop',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p',
].flatMap((row) => [row, Array.from(row).reverse().join('')]);

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const MIN_RUN = 4;
const MIN_PERSONAL = 3;
/** Characters that must be left over. */
const MIN_REST = 6;

const squashed = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]+/gu, '');

const spelledOut = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** Cuts every occurrence of the words, the longest first, so that a shorter one leaves no part of a longer one. */
const without = (text: string, words: readonly string[]): string =>
  [...words].sort((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ' '), text);

/** Length of the keyboard walk or repetition that starts at `from`; 0 when it is too short to be one. */
function runAt(text: string, from: number): number {
  let length = 0;
  const isRun = (candidate: string): boolean =>
    ROWS.some((row) => row.includes(candidate)) || candidate === candidate.charAt(0).repeat(candidate.length);
  while (from + length < text.length && isRun(text.slice(from, from + length + 1))) length += 1;
  return length >= MIN_RUN ? length : 0;
}

function withoutRuns(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length;) {
    const run = runAt(text, at);
    rest += run > 0 ? ' ' : text.charAt(at);
    at += Math.max(run, 1);
  }
  return rest;
}

/** `abcabcabc` -> `abc`: a repetition needs to be guessed once. */
const unitOf = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

function wordsOf(personal: readonly string[]): readonly string[] {
  const parts = personal.flatMap((text) => [text, ...text.split(/[\s@._+-]+/u)]).map(squashed);
  return parts.filter((word) => word.length >= MIN_PERSONAL);
}

/** Whether a (normalised) password is little more than what attackers know. `personal`: name, address. */
export function isGuessable(password: string, personal: readonly string[]): boolean {
  const known = wordsOf(personal);
  const unit = unitOf(squashed(password));
  const rest = withoutRuns(without(unit, known)).replace(/(?:19|20)\d\d/g, ' ');
  const left = without(spelledOut(rest), [...COMMON, ...COMMON.map(spelledOut), ...known.map(spelledOut)]);
  return Array.from(left.replace(/\s+/gu, '')).length < MIN_REST;
}
