// Refusals and interruptions of a sign-in, by their AADSTS number.

/** AADSTS codes: what the audit log calls them, and what Graph says. */
export const errors: Record<number, readonly [string, string]> = {
  16000: ['SelectUserAccount', 'Several accounts are signed in; the user has to choose one.'],
  50034: ['UserAccountNotFound', 'The user account does not exist in the directory.'],
  50053: ['IdsLocked', 'The account is locked, or the sign-in came from an address with malicious activity.'],
  50055: ['InvalidPasswordExpiredPassword', 'The password is expired.'],
  50057: ['UserDisabled', 'The user account is disabled.'],
  50058: ['UserInformationNotProvided', 'Session information is not sufficient for single-sign-on.'],
  50074: ['UserStrongAuthClientAuthNRequiredInterrupt', 'Strong authentication is required.'],
  50076: [
    'UserStrongAuthClientAuthNRequired',
    'Due to a configuration change or a new location, multifactor authentication is required.',
  ],
  50079: [
    'UserStrongAuthEnrollmentRequiredInterrupt',
    'The user has to enrol for multifactor authentication.',
  ],
  50097: ['DeviceAuthenticationRequired', 'Device authentication is required.'],
  50126: ['InvalidUserNameOrPassword', 'Error validating credentials due to invalid username or password.'],
  50132: [
    'SsoArtifactInvalidOrExpired',
    'The session is not valid because of password expiration or a recent change.',
  ],
  50140: ['KmsiInterrupt', 'Interrupt for keeping the user signed in.'],
  50173: ['FreshTokenNeeded', 'The grant has been revoked; a fresh one is needed.'],
  53003: ['BlockedByConditionalAccess', 'Access has been blocked by Conditional Access policies.'],
  65001: ['DelegationDoesNotExist', 'The user or administrator has not consented to use the application.'],
  65004: ['UserDeclinedConsent', 'The user declined to consent to the application.'],
  70016: ['AuthorizationPending', 'The device-code flow is waiting for the user.'],
  70044: ['SessionMissingOrInvalid', 'The session has expired or is invalid.'],
  500121: ['AuthenticationFailedSasError', 'Authentication failed during the strong authentication request.'],
}
