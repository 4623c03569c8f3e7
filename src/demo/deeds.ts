// What happens in each kind of attack, act by act.
import { type Act, deed, type Scene, signInAct } from './acts.ts'
import type { AttackKind } from './attacks.ts'

const parameters = (given: Record<string, string>) => ({
  Parameters: Object.entries(given).map(([Name, Value]) => ({ Name, Value })),
})

const readMail = (scene: Scene, when: number, count: number) =>
  deed(
    scene,
    'mail',
    `Read ${count} messages, most of them about invoices`,
    { when, technique: 'T1114.002' },
    { operation: 'MailItemsAccessed', detail: { OperationCount: count, LogonType: 0 } },
  )

const hidingRule = (scene: Scene, when: number) =>
  deed(
    scene,
    'mail',
    'Made the inbox rule “..”: mail with “invoice” or “payment” goes to RSS Feeds, marked as read',
    { when, technique: 'T1564.008' },
    {
      operation: 'New-InboxRule',
      detail: parameters({
        Name: '..',
        SubjectOrBodyContainsWords: 'invoice;payment',
        MoveToFolder: 'RSS Feeds',
        MarkAsRead: 'True',
      }),
    },
  )

const sendMail = (scene: Scene, when: number, count: number) =>
  deed(
    scene,
    'mail',
    `Sent ${count} messages with the same link to colleagues and customers`,
    { when, technique: 'T1534' },
    { operation: 'Send', detail: { OperationCount: count, Item: { Subject: 'Shared document' } } },
  )

const addAuthenticator = (scene: Scene, when: number) =>
  deed(
    scene,
    'directory',
    'Added an authenticator app of their own',
    { when, technique: 'T1556.006' },
    { operation: 'User registered security info', detail: { MethodType: 'AuthenticatorAppOTP' } },
  )

const refusedPasswords = (scene: Scene, count: number) =>
  Array.from({ length: count }, (_, index) =>
    signInAct(scene, 'Microsoft Office', {
      when: index / 100,
      technique: 'T1110.003',
      errorCode: 50126,
      failureReason: 'Invalid username or password.',
      title: 'Tried a password that was refused',
      sessionId: '',
    }),
  )

const PLOTS: Record<AttackKind, (scene: Scene) => Act[]> = {
  'stolen session': scene => [
    signInAct(scene, 'Office home page', { when: -4, actor: 'user', hasSecondFactor: true }),
    signInAct(scene, 'Office home page', {
      when: 0,
      technique: 'T1550.004',
      sessionId: scene.userSession,
      title: 'Went on with the user’s session on another device',
    }),
    signInAct(scene, 'Outlook on the web', {
      when: 0.1,
      technique: 'T1550.004',
      sessionId: scene.userSession,
    }),
    readMail(scene, 0.3, scene.attack.count),
    hidingRule(scene, 0.6),
    signInAct(scene, 'SharePoint', { when: 0.8, technique: 'T1213.002', sessionId: scene.userSession }),
  ],
  'new authenticator': scene => [
    signInAct(scene, 'Teams', { when: -scene.attack.minutes, actor: 'user' }),
    signInAct(scene, 'Office home page', { when: 0, technique: 'T1078.004' }),
    addAuthenticator(scene, 0.15),
    signInAct(scene, 'Outlook on the web', { when: 0.35, technique: 'T1078.004', hasSecondFactor: true }),
    readMail(scene, 0.6, Math.ceil(scene.attack.count / 3)),
  ],
  'password spray': scene => [
    ...refusedPasswords(scene, scene.attack.count),
    signInAct(scene, 'Microsoft Office', { when: 0.3, technique: 'T1078.004' }),
    signInAct(scene, 'Outlook on the web', { when: 0.5, technique: 'T1078.004' }),
    readMail(scene, 0.7, Math.ceil(scene.attack.count / 4)),
  ],
  'prompt bombing': scene => [
    ...Array.from({ length: scene.attack.few }, (_, index) =>
      signInAct(scene, 'Office home page', {
        when: index / 40,
        technique: 'T1621',
        errorCode: 500121,
        failureReason: 'Authentication failed during strong authentication request.',
        title: 'Asked for approval; the user refused',
        hasSecondFactor: true,
      }),
    ),
    signInAct(scene, 'Office home page', {
      when: 0.4,
      technique: 'T1621',
      hasSecondFactor: true,
      title: 'Signed in: the user approved this time',
    }),
    addAuthenticator(scene, 0.6),
    readMail(scene, 0.8, Math.ceil(scene.attack.count / 2)),
  ],
  'device code': scene => [
    signInAct(scene, 'Microsoft Authentication Broker', {
      when: 0,
      technique: 'T1528',
      protocol: 'deviceCode',
      hasSecondFactor: true,
      title: 'The user confirmed a device code that the attacker had begun',
    }),
    deed(
      scene,
      'directory',
      'Registered a device of their own',
      { when: 0.2, technique: 'T1098.005' },
      { operation: 'Register device', detail: { DeviceName: 'DESKTOP-8Q2LV0T' } },
    ),
    signInAct(scene, 'Outlook on the web', { when: 0.4, technique: 'T1550.001' }),
    readMail(scene, 0.7, Math.ceil(scene.attack.count / 2)),
  ],
  'inbox rule': scene => [
    signInAct(scene, 'Outlook on the web', { when: 0, technique: 'T1078.004' }),
    readMail(scene, 0.2, scene.attack.count),
    hidingRule(scene, 0.45),
    deed(
      scene,
      'mail',
      'Answered in a running conversation with other bank details',
      { when: 0.75, technique: 'T1534' },
      { operation: 'Send', detail: { Item: { Subject: 'Re: Overdue invoice' } } },
    ),
  ],
  consent: scene => [
    signInAct(scene, 'Office home page', { when: -2, actor: 'user' }),
    deed(
      scene,
      'directory',
      'Got consent for the application “Mail Backup Assistant” to read all mail',
      { when: 0, technique: 'T1528' },
      {
        operation: 'Consent to application.',
        detail: {
          ModifiedProperties: [{ Name: 'ConsentAction.Permissions', NewValue: 'Mail.Read offline_access' }],
        },
      },
    ),
    readMail(scene, 0.4, scene.attack.count),
  ],
  'mass download': scene => [
    signInAct(scene, 'SharePoint', { when: 0, technique: 'T1078.004' }),
    deed(
      scene,
      'file',
      'Searched for “password”, “contract” and “passport”',
      { when: 0.2, technique: 'T1213.002' },
      { operation: 'SearchQueryPerformed', detail: { SearchQueryText: 'password OR contract OR passport' } },
    ),
    deed(
      scene,
      'file',
      `Downloaded ${scene.attack.count} files`,
      { when: 0.5, technique: 'T1530' },
      { operation: 'FileDownloaded', detail: { OperationCount: scene.attack.count } },
    ),
  ],
  'sent phishing': scene => [
    signInAct(scene, 'Outlook on the web', { when: 0, technique: 'T1078.004' }),
    readMail(scene, 0.25, Math.ceil(scene.attack.count / 5)),
    hidingRule(scene, 0.5),
    sendMail(scene, 0.8, scene.attack.count),
  ],
  unfamiliar: scene => [
    signInAct(scene, 'Office home page', { when: 0, technique: 'T1078.004', hasSecondFactor: true }),
    signInAct(scene, 'Teams', { when: 0.5, technique: 'T1078.004', hasSecondFactor: true }),
  ],
}

export const plotOf = (scene: Scene): Act[] => PLOTS[scene.attack.kind](scene)
