// What a sign-in's AADSTS code means: in, refused, or asked for more.

// The person was asked for one more step, or must begin again because time passed: nobody was turned away.
const INTERRUPTS = new Map([
  [16000, 'asked which account'],
  [16001, 'asked which account'],
  [50058, 'found no session to go on with'],
  [50072, 'asked to set up MFA'],
  [50074, 'asked for MFA'],
  [50076, 'asked for MFA'],
  [50078, 'asked for MFA again'],
  [50079, 'asked to set up MFA'],
  [50089, 'took too long'],
  [50097, 'asked for proof of the device'],
  [50125, 'asked to register for password reset'],
  [50127, 'asked for a broker app'],
  [50129, 'asked for a registered device'],
  [50132, 'found the session too old'],
  [50133, 'found the session revoked'],
  [50136, 'found another session'],
  [50140, 'asked whether to stay signed in'],
  [50143, 'found another session'],
  [50158, 'asked another provider'],
  [50168, 'asked for a browser extension'],
  [50180, 'asked for the Windows sign-in'],
  [50187, 'asked for proof of the device'],
  [50199, 'asked whether this is the right application'],
  [50203, 'asked to set up the authenticator app'],
  [50206, 'asked for consent'],
  [51006, 'asked for the Windows sign-in'],
  [52004, 'asked for consent'],
  [65001, 'asked for consent'],
  [70008, 'found the token too old'],
  [70043, 'asked to sign in again'],
  [70044, 'asked to sign in again'],
  [70046, 'asked to sign in again'],
  [90094, "asked for an administrator's consent"],
  [90095, "asked for an administrator's consent"],
  [700082, 'found the token too old'],
  [700084, 'found the token too old'],
  [9002341, 'asked whether to permit single sign-on'],
])

// The password (or other first factor) was right, though the sign-in did not succeed.
const FIRST_FACTOR_RIGHT = new Set([
  50055, // right but expired
  50072,
  50074,
  50076,
  50079,
  50097,
  50105, // not assigned to the application
  50125,
  50127,
  50129,
  50131,
  50140,
  50144, // right but expired, on premises
  50155,
  50158,
  50199,
  50203,
  53000, // conditional access: device not compliant
  53001,
  53002,
  53003, // conditional access: blocked
  53004, // too risky to register MFA
  53011,
  65001,
  65004, // consent declined
  90094,
  90095,
  500121, // MFA not passed
  530032,
  530034,
])

const FIRST_FACTOR_WRONG = new Set([
  50034, // no such account
  50053, // locked, or an address known for attacks
  50056, // no password
  50064,
  50126, // wrong user name or password
  80012,
  81016,
])

export type Outcome = 'success' | 'failure' | 'interrupted'

export function outcomeOf(errorCode: number): Outcome {
  if (errorCode === 0) return 'success'
  return INTERRUPTS.has(errorCode) ? 'interrupted' : 'failure'
}

/** What was asked of the person, or went amiss: completes 'The sign-in …'. */
export const sayInterrupt = (errorCode: number | null): string =>
  INTERRUPTS.get(errorCode ?? 0) ?? 'asked for more'

/** Whether the first factor of a sign-in with this code was right; null when the code does not tell. */
export function isFirstFactorRight(errorCode: number | null): boolean | null {
  if (errorCode === null) return null
  if (errorCode === 0 || FIRST_FACTOR_RIGHT.has(errorCode)) return true
  return FIRST_FACTOR_WRONG.has(errorCode) ? false : null
}

// The unified audit log may give the name alone.
const NAMES = new Map(
  Object.entries({
    appsessionselectioninvalid: 16002,
    authenticationfailedsaserror: 500121,
    blockedbyconditionalaccess: 53003,
    blockedbyconditionalaccessonsecuritypolicy: 530032,
    cmsiinterrupt: 50199,
    conditionalaccessfailed: 50131,
    credentialauthenticationerror: 50064,
    deviceauthenticationfailed: 50155,
    deviceauthenticationrequired: 50097,
    devicenotcompliant: 53000,
    devicenotdomainjoined: 53001,
    deviceisnotworkplacejoined: 50129,
    entitlementgrantsnotfound: 50105,
    externalsecuritychallenge: 50158,
    flowtokenexpired: 50089,
    freshtokenneeded: 50173,
    idslocked: 50053,
    interactionrequired: 16000,
    invalidpasswordexpiredonprempassword: 50144,
    invalidpasswordexpiredpassword: 50055,
    invalidusernameorpassword: 50126,
    invalidusernameorpasswordexpiredpassword: 50055,
    invalidreplyto: 50011,
    invalidresourceserviceprincipalnotfound: 500011,
    kmsiinterrupt: 50140,
    passwordchangecompromisedpassword: 50135,
    passwordresetregistrationrequiredinterrupt: 50125,
    proofupblockedduetorisk: 53004,
    sassessionexpired: 500121,
    ssoartifactinvalidorexpired: 50132,
    ssoartifactrevoked: 50133,
    ssouseraccountnotfoundinresourcetenant: 16003,
    useraccountnotfound: 50034,
    useraccountnotindirectory: 51004,
    useraccountselectioninvalid: 16001,
    userdisabled: 50057,
    userinformationnotprovided: 50058,
    userstrongauthclientauthnrequired: 50076,
    userstrongauthclientauthnrequiredinterrupt: 50074,
    userstrongauthenrollmentrequired: 50079,
    userstrongauthenrollmentrequiredinterrupt: 50072,
    userstrongauthexpired: 50078,
    userunauthorized: 50020,
  }),
)

/** The code of an error's name, such as 'InvalidUserNameOrPassword'. */
export function errorCodeNamed(name: string | null): number | null {
  return name === null ? null : (NAMES.get(name.toLowerCase()) ?? null)
}
