// What happened in an attack, in plain words.
import type { Scene } from './acts.ts'
import { placeName } from './places.ts'

/** In words that the timeline bears out. */
export function summaryOf({ attack, account, usual }: Pick<Scene, 'attack' | 'account' | 'usual'>): string {
  const { kind, origin, count, few, minutes } = attack
  const who = account.displayName ?? account.userPrincipalName
  const from = `${origin.address} in ${placeName(origin)} (${origin.network})`
  return {
    'stolen session': `${who} signed in from ${usual.city} through a look-alike page, second factor included. Four minutes later the same session was used from ${from}, on a device this account never had. The intruder read ${count} messages and made an inbox rule that hides mail about invoices and payments.`,
    'new authenticator': `Somebody who knows the password signed in from ${from}, ${minutes} minutes after ${who} had signed in from ${usual.city}: nobody travels that fast. They added an authenticator app of their own, so a new password alone will not keep them out.`,
    'password spray': `From ${from} one password after the other was tried on this and other accounts. After ${count} refusals one was accepted; no second factor was asked for. The intruder then opened the mailbox of ${who}.`,
    'prompt bombing': `Somebody who knows the password asked for approval again and again from ${from}. ${who} refused ${few} prompts and approved the next. The intruder added an authenticator app of their own and read mail.`,
    'device code': `${who} typed in a code that the attacker had begun, most likely from a message that asked for it. That signed the attacker in from ${from} without a password. They registered a device and read mail.`,
    'inbox rule': `Somebody signed in to the mailbox of ${who} from ${from}, read ${count} messages and made a rule that hides mail about invoices and payments. They then answered in a running conversation with other bank details: warn whoever is about to pay.`,
    consent: `${who} allowed an unknown application, “Mail Backup Assistant”, to read all mail. It read ${count} messages from ${from}. The permission outlives a new password: it has to be withdrawn.`,
    'mass download': `Somebody signed in from ${from}, searched for passwords, contracts and passports, and downloaded ${count} files that ${who} has access to.`,
    'sent phishing': `Somebody signed in to the mailbox of ${who} from ${from} and sent ${count} messages with the same link to colleagues and customers. A new inbox rule hides the answers.`,
    unfamiliar: `${who} signed in from ${from}. This account was only ever used from around ${usual.city} before. Nothing else out of the ordinary was seen.`,
  }[kind]
}
