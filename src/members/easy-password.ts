// Passwords that are long enough and would be guessed first all the same. Pure.

/** What whoever guesses knows of a person. */
export interface Chooser {
  email: string
  organizationNames: string[]
}

/** The most common words, which others only add to: `Password2026!` is one of them. */
const COMMON = new Set(
  `password passwort passwd passphrase motdepasse contrasena senha wachtwoord haslo parola welcome willkommen bienvenue
  letmein letmeinnow iloveyou changeme changemenow changeit admin administrator root user guest test testing default
  secret topsecret qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfgh asdfghjkl zxcvbnm qazwsx qazwsxedc
  sunshine princess football baseball basketball superman batman dragon monkey master shadow michael jessica charlie
  trustno hello helloworld computer internet microsoft office vedette monday summer winter spring autumn`
    .trim()
    .split(/\s+/),
)
/** What fingers run along. */
const ROWS = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
].flatMap(row => [row.repeat(2), [...row.repeat(2)].reverse().join('')])
const FEWEST_DIFFERENT = 3
/** A shorter name may be part of any word. */
const SHORTEST_NAME = 3

/** Why it is easy to guess; null when it is not. */
export function easyFault(password: string, { email, organizationNames }: Chooser): string | null {
  const plain = password.toLowerCase()
  if (new Set(plain).size < FEWEST_DIFFERENT) return 'It is made of one or two characters.'
  if (isCommon(plain)) return 'It is one of the most common passwords.'
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const known = [name, domain, domain.split('.', 1)[0]!, email, ...organizationNames].map(lettersOf)
  const letters = lettersOf(once(plain))
  if (plain === name || (letters.length >= SHORTEST_NAME && known.includes(letters)))
    return 'It is your own name or that of your organization.'
  return null
}

function isCommon(plain: string): boolean {
  const bare = once(plain).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const swapped = bare.replace(/[@4013$5]/g, sign => SWAPS[sign]!)
  return COMMON.has(once(bare)) || COMMON.has(once(swapped)) || ROWS.some(row => row.includes(once(plain)))
}

const SWAPS: Record<string, string> = { '@': 'a', '4': 'a', '0': 'o', '1': 'i', '3': 'e', $: 's', '5': 's' }

/** `adaada` is `ada`. */
const once = (text: string): string => text.replace(/^(.+?)\1+$/u, '$1')

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')
