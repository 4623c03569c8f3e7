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

export type Outcome = 'success' | 'failure' | 'interrupted'

export function outcomeOf(errorCode: number): Outcome {
  if (errorCode === 0) return 'success'
  return INTERRUPTS.has(errorCode) ? 'interrupted' : 'failure'
}

/** What was asked of the person, or went amiss: completes 'The sign-in …'. */
export const sayInterrupt = (errorCode: number | null): string =>
  INTERRUPTS.get(errorCode ?? 0) ?? 'asked for more'

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
