// What became of the second factor in a sign-in.
import type { Activity } from '../activity.ts'
import { remembering, saying } from '../remember.ts'
import { type Fields, flag, list, text } from './field.ts'
import type { Outcome } from './sign-in-error.ts'

type SecondFactor = Activity['mfa']

const UNANSWERED = /no response|not respond|timed? ?out|abandon|cancel|unable to/i
const REFUSED = /denied|declined|fraud|user did not/i
/** Denied, but nobody said no. */
const MISTAKEN = /invalid|incorrect|wrong|unreachable|duplicate|retry limit/i
const EARLIER =
  /satisfied by claim|skipped|remembered|previously satisfied|existing mfa|trusted (ip|location)|registered device/i
const PASSED = /completed|success|correct|satisfied by (strong|qr|certificate|a )/i
const ASKED = /required|in progress|started|initiated|redirect|challenge|pending/i
const isStrongMethod = saying(
  /passkey|fido|windows hello|passwordless|x\.?509|certificate|smart ?card|platform credential/i,
)
const isPrimaryStep = saying(/^primary/i)
const saysPreviously = saying(/previously satisfied/i)
const isOneFactor = saying(/^single/i)
const isManyFactors = saying(/^multi/i)

/** From a sentence such as 'MFA denied; user declined the authentication'. */
const inWords = remembering(readWords, { atMost: 5000, longest: 500 })
const factorInWords = (words: string | null): SecondFactor => (words === null ? null : inWords(words))

function readWords(words: string): SecondFactor {
  if (EARLIER.test(words)) return 'earlier'
  if (UNANSWERED.test(words)) return 'failed'
  if (REFUSED.test(words)) return MISTAKEN.test(words) ? 'failed' : 'refused'
  if (!/mfa|multi-?factor|strong auth|second factor/i.test(words)) return null
  if (PASSED.test(words)) return 'passed'
  return ASKED.test(words) ? 'asked' : null
}

const ASKING = new Set([50072, 50074, 50076, 50078, 50079, 50158])

export interface SignInSteps {
  errorCode: number | null
  outcome: Outcome
  /** Graph's status.additionalDetails. */
  additionalDetails: string | null
  /** Graph's authenticationDetails, a list of steps. */
  steps: unknown
  /** singleFactorAuthentication or multiFactorAuthentication. */
  requirement: string | null
  isInteractive: boolean | null
}

export function secondFactorOf({
  errorCode,
  outcome,
  additionalDetails,
  steps,
  requirement,
  isInteractive,
}: SignInSteps): SecondFactor {
  const told = factorInWords(additionalDetails)
  if (isInVain(told)) return told
  const stepped = factorInSteps(steps)
  if (isInVain(stepped)) return stepped
  if (errorCode === 500121) return 'refused'
  if (errorCode !== null && ASKING.has(errorCode)) return 'asked'
  if (stepped !== null) return stepped
  if (told !== null) return told
  if (requirement === null || outcome !== 'success') return null
  if (isOneFactor(requirement)) return 'none'
  if (!isManyFactors(requirement)) return null
  return isInteractive === true ? 'passed' : 'earlier'
}

/** It was asked for, and did not come. */
export const isInVain = (factor: SecondFactor): boolean => factor === 'refused' || factor === 'failed'

function factorInSteps(steps: unknown): SecondFactor {
  let factor: SecondFactor = null
  for (const step of list(steps)) {
    const found = factorInStep(step)
    // The last word counts, but a claim from before takes nothing away from what was done now.
    if (found !== null && !(factor === 'passed' && found === 'earlier')) factor = found
  }
  return factor
}

function factorInStep(step: Fields): SecondFactor {
  const requirement = text(step.authenticationStepRequirement)
  const method = text(step.authenticationMethod)
  const words = text(step.authenticationStepResultDetail)
  const succeeded = flag(step.succeeded)
  const told = factorInWords(words)
  const isPrimary = requirement !== null && isPrimaryStep(requirement)
  if (isPrimary || (requirement === null && told === null)) {
    return succeeded === true && method !== null && isStrongMethod(method) ? 'passed' : null
  }
  if (isInVain(told) || told === 'earlier') return told
  if (method !== null && saysPreviously(method)) return 'earlier'
  if (succeeded === true) return 'passed'
  return told ?? (succeeded === false && method !== null ? 'refused' : null)
}
