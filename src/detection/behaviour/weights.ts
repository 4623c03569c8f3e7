// What counts how much. All the numbers that decide are here, so that an analyst can see and argue with them.
import type { NetworkKind } from '../../events/activity.ts'
import type { Family } from '../signal.ts'

/** Points that make an incident. One weak signal has 5 to 45, a decisive one 100. */
export const ENOUGH = 100

/**
 * What a network that is not the user's counts, by its kind. Where people sit counts little: they travel and move.
 * `days` is how many different days, before the day in question, make one of that kind the user's own.
 */
export const UNFAMILIAR_NETWORK: Record<NetworkKind | 'unknown', { points: number; days: number }> = {
  access: { points: 18, days: 2 },
  unknown: { points: 18, days: 2 },
  mobile: { points: 8, days: 2 },
  relay: { points: 3, days: 1 },
  proxy: { points: 5, days: 2 },
  microsoft: { points: 0, days: 1 },
  hosting: { points: 45, days: 5 },
  vpn: { points: 35, days: 4 },
  tor: { points: 95, days: 1000 },
}

/** Of a country that the person was in on fewer than `country` days, a network takes this many days. */
export const ABROAD = { country: 3, days: 5 }

/**
 * Somebody who has been on that many hosting or VPN networks is a VPN user: another one says little. Of a short past fewer
 * days are enough, if they are a fair share of it.
 */
export const VPN_USER = { networks: 2, days: 5, share: { days: 3, least: 0.4 }, factor: 0.4 }

export const ACCESS = {
  /** A new address in a network that the user knows, with a client they do not. */
  newAddress: 10,
  unfamiliarCountry: 22,
  /** From a data centre the country says little about the person. */
  unfamiliarCountryOfHosting: 12,
  unfamiliarClient: 12,
  /** Another operating system than any the user has been seen with. */
  unfamiliarSystem: 22,
  scriptedClient: { hosting: 80, elsewhere: 40 },
  unusualHour: 6,
  /** With the password alone, by somebody who has always passed MFA. */
  singleFactor: { hosting: 75, elsewhere: 30 },
  impossibleTravel: { abroad: 40, withinCountry: 20 },
  /**
   * Abroad and back between two acts at home, faster than anybody travels; or between two of the phone that stayed there, if need
   * be with an act by hand beside them; or without the device that is named at home before and after;
   * or from there alone, where the machine that was used there goes on; or in any one of the directions.
   */
  thereAndBack: { byHand: 95, byPhone: 85, phoneAndHand: 90, withoutDevice: 100, goesOn: 85, oneWay: 40 },
  /** A phone and a computer abroad that are not the person's, while both of theirs are at home. */
  bothLeftAtHome: 85,
  /** In so many countries within the hour. */
  manyCountries: { least: 4, points: 100 },
  /** In so many new countries so far from each other, one within so many days of the others. */
  farCountries: { least: 3, days: 3, kilometres: 2000, points: 90 },
  /** On so many strange lines within so many days, from so many of which nobody gets to the owner in time. */
  manyLines: { least: 3, days: 3, tooFar: 2, points: 90 },
  /**
   * Odd ways to sign in, first seen for this user; on a network that is not theirs, and on their own. What does nothing but
   * sign in to a developers' tool counts less where people sit, and where so many of the company have the tool.
   */
  deviceCode: { elsewhere: 100, atHome: 12, ofTools: 40, toolPeople: 5 },
  authenticationTransfer: { elsewhere: 60, atHome: 8 },
  ropc: { elsewhere: 90, atHome: 8 },
  legacy: { elsewhere: 90, atHome: 8 },
  /**
   * From the very address; from another of the network, where others sit too, or by a script of the same name; or by a browser
   * that calls itself just the same and that few have.
   */
  sprayThenSuccess: { here: 100, around: 85, byTheVeryOne: 100 },
  guessingThenSuccess: { hosting: 100, abroad: 100, access: 85 },
  /** After few wrong passwords, with a client never seen: from a rented machine, or from abroad. */
  fewGuessesThenSuccess: { hosting: 75, abroad: 45 },
  /**
   * After wrong passwords with a client never seen, from many places in several countries (with one of the person's after a rush of
   * them); from lines of several providers; or over days from several lines and this one.
   */
  scatteredGuesses: { allOver: 100, allOverWithKnown: 80, withinDay: 90, overDays: 70 },
  mfaFatigue: { elsewhere: 100, atHome: 20, unknown: { some: 60, many: 100 }, onlyAsked: 60 },
  /** Interactive sign-in with MFA to the Office portal from a data centre: how phishing proxies look. */
  phishingProxy: { hosting: 74, vpn: 30, unknownFactor: 0.5 },
  /** By hand in a computer's browser, within so many minutes of a program's attempt at the same address. */
  relayed: { points: 74, minutes: 15 },
  /** A client that has always named its device no longer does; from a data centre it hardly runs on another machine of theirs. */
  deviceMissing: { hosting: 80, elsewhere: 45 },
  /** At an address where the person never was, so many minutes before a way to pass MFA is added. */
  addsAtOnce: { points: 40, minutes: 15 },
  /** On several days from a data centre, with a client that the person uses nowhere else. */
  comesBack: { points: 75, onlyPhone: 30, days: 3 },
  /** Far abroad and home again within so many hours, more than once, with a client that is never used at home. */
  toAndFro: { points: 85, trips: 2, hours: 30, kilometres: 1000 },
  /** The same of a phone, in a session that is never at home: on so many days. */
  phoneAbroad: { points: 90, days: 2, kilometres: 1000 },
  /**
   * The owner's machine worked at home between two acts in a data centre no further apart than this, or both did in so many spans of
   * the day. On several days, over more than these, it is a habit.
   */
  stayedAtHome: {
    points: { inOwnSession: 50, inOwnSessionRented: 80, inAnother: 65 },
    within: 3_600_000,
    spans: 3,
    habit: { days: 3, over: 7 },
  },
  /**
   * One session of a computer's browser at home and elsewhere by turns, so often in a day. Where people sit: more when the
   * machine's programs stayed at home in so many spans of 45 minutes in which it was elsewhere.
   */
  byTurns: {
    least: 4,
    line: { points: 60, stayed: { spans: 2, points: 92 } },
    many: 6,
    hosting: { few: 60, many: 85 },
  },
  /**
   * Another computer where people sit, in between two things that its owner did by hand at their own place no further apart than
   * this; more for a machine that is not theirs, and for each further day. An account at two of its own places at once on so
   * many days is not one person's.
   */
  atWorkElsewhere: {
    soon: { minutes: 90, points: 45 },
    later: { minutes: 180, points: 30 },
    newMachine: 30,
    eachDay: { points: 10, most: 2 },
    several: { days: 2 },
  },
  attackerAddress: 80,
  /** An account that was made with a misused one. */
  madeByAttacker: 100,
  /**
   * Soon after somebody else reset the password or the second factor: from where they did, or from another strange place. Whose
   * client came along is rather the person.
   */
  afterReset: {
    there: { points: 100, knownClient: 60 },
    elsewhere: { points: 30, knownClient: 10 },
  },
  /** Where the password was changed, while its owner was refused with the old one until another reset it. */
  lockedOut: 60,
  /** Another machine, soon after what looks like a phishing page and behind another provider, where no session tells that it went on. */
  handedOn: 70,
  /** A machine that was registered at one strange place at work at another. */
  registeredElsewhere: 60,
  /**
   * Where the password was reset by whoever can do so themselves, with a client that the person never used; on their mobile
   * network it is rather their new phone.
   */
  afterOwnReset: { elsewhere: 70, amongStrangers: 15 },
  /** For the first time in a data centre, soon after mail had gone out to many from a misused account; or as phishing pages do. */
  afterLure: { points: 70, byProxy: 85 },
  /** Signed in to by hand, where so many visits before were by programs alone; or used abroad while those go on at home. */
  programAccount: {
    visits: 5,
    hosting: 80,
    abroad: 90,
    elsewhere: 50,
    goesOn: 95,
    allOver: { addresses: 3, networks: 2 },
  },
  /** A new session of the same browser in a data centre, where much is taken or sent by as many points; the other goes on within so many days. */
  secondSession: { points: 25, deed: 60, days: 4 },
  /** After so many days without use, in a data centre or a country where the person has not been. */
  dormant: { days: 14, points: 66, knownClient: 25 },
  /** Used on so few days, not for so many hours, and then from a strange line, where it makes an administrator within hours. */
  emergencyAccount: { days: 2, quietHours: 12, hours: 2, points: 50 },
  /**
   * The first use that the log has of an account, in a data centre or a country where hardly anybody else is, within so many days of
   * wrong passwords for it elsewhere; or within so many hours of one by the very same client.
   */
  firstUse: { days: 14, points: 45, same: { hours: 24, points: 90 } },
  /** Where others work too, the misused accounts must be this share of all. */
  attackerShare: 0.34,
  /** One session in two browsers on networks that are not the person's: in a data centre, from one to where people sit, elsewhere. */
  twoBrowsers: { hosting: 75, fromHosting: 85, elsewhere: 40 },
  /**
   * An application the person let in shortly before, and nobody else uses, at work from elsewhere. One that may read or change
   * much: from a rented machine or abroad; from a big cloud, a script of no service that is known; whatever else, anywhere.
   */
  consentedApp: { rented: 60, script: 40, anywhere: 20 },
} as const

/** The same session on a network that is not the user's. */
export const SECOND_NETWORK = {
  /** Hosting, VPN or Tor with another operating system, a script, or a client never seen: theft. */
  hostingOtherClient: 100,
  hostingNoClient: 45,
  /** Another program on the same system: a browser can be a thief's, an app is hardly. */
  hostingOtherProgram: { browser: 60, app: 40 },
  /** Another client, but one the user has; their own VPN with another program looks the same. */
  hostingKnownClient: 40,
  /** From one browser to another: cookies do not do that by themselves. */
  hostingOtherBrowser: 95,
  /** Same client: usually a VPN switched on. */
  hostingSameClient: 12,
  /**
   * Where people sit: another operating system of theirs; a browser that the person has never used, on whatever system; another
   * of theirs, or the same without the device it always named.
   */
  accessOtherSystem: 85,
  accessNewBrowser: 92,
  accessOtherClient: 70,
  /** Where people sit: what may be the same tablet, now posing as a computer and now not, which the session never showed. */
  accessFirstPose: 50,
  /** Added where the person has never been: new machines do not come with an old session, least of all there. */
  abroad: 15,
  /** People carry devices from network to network. */
  accessSameClient: 4,
  /**
   * The same, of a computer's browser in a country that is not the person's, sooner than anybody gets there; VPNs come out on other
   * people's lines too. And in a second such country.
   */
  accessTooFar: { once: 40, again: 105 },
  /** Added when the owner went on working from their own network meanwhile: one machine is in one place. */
  interleaved: 25,
  /** Added when the session came without its device from another strange line before. */
  againWithoutDevice: 20,
  /** Changes between two such networks within a day that a carried machine does not make, and what they add. A VPN is switched on and off. */
  changes: { least: 4, points: 30 },
  /** The same of a data centre or VPN, by somebody who has used none: not even a VPN is switched on and off so often. */
  hostingChanges: { least: 5, points: 45 },
  /** Both networks are strange, at least one is hosting; to another system or a client never seen, or between known ones. */
  movedOtherClient: 80,
  movedKnownClient: 25,
  /** Neither is hosting, but nobody travels that fast; or no machine changes its system. */
  movedTooFar: 90,
  /** The same in a session of phones alone. */
  movedByPhone: 30,
  movedOtherSystem: 80,
  /** The session had named its machine, and is on another system that names none. */
  movedOffMachine: 100,
  /**
   * From a data centre to where people sit in another country, same client: the phished session goes home. More where that is
   * not the person's country, or not their client.
   */
  movedAbroad: 60,
  movedFarAbroad: 75,
  movedAbroadNewClient: 75,
  /** A session that a phishing page seems to have got, same client: soon at another data centre abroad; or anywhere else. */
  handedOver: 70,
  wentOn: 25,
  /** A session that began with a device code at one strange place goes on at another. */
  movedWithCode: 75,
  /** A client that has always named its device, without it on so many lines that are not the person's. */
  wandering: { few: { lines: 2, points: 40 }, many: { lines: 3, points: 80 } },
  /** A computer's browser that the person never used, on so many lines of so many providers. */
  wanderingStranger: { lines: 3, providers: 2, points: 60 },
} as const

/** What lowers access points: the factor that remains. */
export const LOWERED = {
  /** A device seen on the user's own networks before, or one the directory manages. */
  ownDevice: 0.2,
  managedDevice: 0.4,
  knownClient: 0.8,
  /** The person's own, named machine is at work from the same address on that day: a VPN that they switched on. */
  vouched: 0.25,
  /** Password and second factor, renewed at such a place, and sent mail that is deleted there. */
  doneWhereVouched: 0.5,
  /** The first password, ways to pass MFA and devices of an account that was just made. */
  ofNewAccount: 0.5,
  /** What everybody does whose company gives out new phones or asks for a second factor from now on. */
  rollOut: 0.4,
  /** Odd ways to sign in from where people sit, in a country the person knows. */
  flowNearby: { deviceCode: 0.6, authenticationTransfer: 0.6, ropc: 0.85, legacy: 0.85 },
  declaredTravel: 0.3,
  trustedNetwork: 0.25,
} as const

/** Who has been seen this little is still being learnt: unfamiliarity counts this factor, and only what is odd for anybody. */
export const LEARNING = {
  days: 7,
  activeDays: 4,
  /** Until then, of somebody hardly seen at a computer that they use later. */
  awayDays: 15,
  oddFactor: 0.75,
  /** Programs at the only place where the account is seen. */
  programFactor: 0.2,
  wholeDays: 6,
  /** For so long an account is new. */
  youngDays: 14,
  wholeShare: 0.2,
}

/** An address of many: this many users, each on this many days, make it everybody's. */
export const SHARED = {
  people: { users: 3, days: 3 },
  /** So many where none of them ever names a machine, and they came after the first week of all records: whoever robs several does so too. */
  unnamed: { users: 6, withinDays: 7 },
  hosting: { users: 5, days: 5 },
  /** A machine that a company rents for its administrators: fewer are on it, each for so long, and from the first week of all records on. */
  server: { users: 2, spanDays: 14, withinDays: 7 },
}

/** So many people, and this share of all, whose second factors or passwords are renewed within so many days of one. */
export const ROLL_OUT = { people: 6, share: 0.1, days: 5 }

/** A country where so few, of so many, have been used from is nobody's: for who is still being learnt, others tell. */
export const FOREIGN = { people: 10, most: 2, share: 0.02 }

/** Somebody who has been at so many machines has none of their own, but sits at what is there: a school's, a ward's. */
export const MACHINES = { shared: 6 }

export const GUESSING = {
  /** Different users refused for a wrong password at one address within a day. */
  sprayUsers: 5,
  /** A program that more people sign in with is the company's own. */
  programUsers: 10,
  /** A browser that more people have is the company's own, and so is one with which not many times as many were refused. */
  browserUsers: 5,
  refusedForEach: 4,
  /** Wrong passwords of one user from one strange address within a day before the success. */
  guesses: 8,
  fewGuesses: 3,
  /** So many countries within a day are nobody's journey. */
  countries: 3,
  /** From so many places within so many hours, with what everybody has. */
  rush: 15,
  rushHours: 2,
  /**
   * MFA requests refused, or failed otherwise, within the hours before one was passed. In a data centre nobody has a bad line,
   * nor does anybody refuse again and again what they asked for abroad. Whose phone hears of none gives up after some.
   */
  refusals: 4,
  tellingRefusals: 3,
  manyRefusals: 6,
  manyFailed: 10,
  refusalHours: 3,
  withinHours: 24,
  /** In a data centre nobody mistypes day after day. */
  slowDays: 7,
}

/**
 * For how long a reset may be what somebody got in with; and one of their own at another strange place. Whose machine was at work so
 * many days before is not new.
 */
export const RESET = { hours: 24, hoursElsewhere: 2, settledDays: 1 }

/** So many times in vain at their own machine, within so many hours after the password was changed. */
export const LOCKED_OUT = { times: 3, hours: 24 }

/** For how long after it whoever runs a phishing page comes, and how much the sign-in must look like one's. */
export const HANDED_ON = { hours: 2, page: 40 }

/** For how long after it was registered a machine is new; and for how long nobody vouches for one that was never where people sit. */
export const REGISTERED = { hours: 24, unseenDays: 30 }

/** So many messages in a day by an attacker are a lure, and for so long somebody may fall to it. */
export const LURE = { messages: 10, hours: 48 }

/**
 * For how long after the consent an application counts as let in shortly before, how many people may use it (on a rented
 * machine, with much that it may do: several may have fallen to one lure), and what remains of a consent that opens neither
 * mail nor files nor the directory, or is to what still more people use.
 */
export const CONSENT = { days: 7, people: { rented: 5, anywhere: 2 }, littleFactor: 0.3 }

/** Too fast for anybody; there and back together, of which each way takes less than it does from door to door. */
export const TRAVEL = { kilometresPerHour: 900, kilometresPerHourEachWay: 800, leastKilometres: 700 }

/**
 * What was done. `floor` is the share that counts even at the user's usual place; the rest grows with how strange the
 * access is: nothing below `from` points of access, all of it from `to`. What somebody with a new phone or computer does as
 * well takes more: a new machine is strange by itself. Who has all mail sent on outside does so from their own machine.
 */
export const STRANGENESS = {
  from: 8,
  to: { usually: 34, ofNewMachine: 44, ofForwarding: 20 },
  withoutBaseline: 18,
}

export interface Deed {
  points: number
  floor: number
  family: Family
  technique: string
}

const deed = (family: Family, technique: string, points: number, floor = 0.12): Deed => ({
  points,
  floor,
  family,
  technique,
})

export const DEEDS = {
  'inbox-rule-hides': deed('evasion', 'T1564.008', 110, 0.5),
  'inbox-rule-sorts-away': deed('evasion', 'T1564.008', 35),
  'inbox-rule-forwards-outside': deed('collection', 'T1114.003', 80, 0.25),
  'mailbox-forwards-outside': deed('collection', 'T1114.003', 105, 0.3),
  'mail-flow-rule': deed('evasion', 'T1564.008', 50),
  'mail-flow-forwards-outside': deed('collection', 'T1114.003', 95, 0.25),
  'mailbox-access-granted': deed('persistence', 'T1098.002', 40),
  'mailbox-access-to-self': deed('persistence', 'T1098.002', 70),
  'mailbox-protocol-enabled': deed('persistence', 'T1098', 30),
  'audit-off': deed('evasion', 'T1562.008', 70, 0.5),
  'mfa-method-added': deed('persistence', 'T1556.006', 75),
  'mfa-weakened': deed('persistence', 'T1556.006', 55),
  'credentials-replaced': deed('persistence', 'T1556.006', 130, 0.5),
  'password-changed': deed('persistence', 'T1098', 25),
  'device-registered': deed('persistence', 'T1098.005', 50),
  'consent-granted': deed('persistence', 'T1528', 58),
  'app-created': deed('persistence', 'T1136.003', 30),
  'app-credential-added': deed('persistence', 'T1098.001', 60),
  'app-backdoor': deed('impact', 'T1098.001', 60),
  'role-assigned': deed('impact', 'T1098.003', 60),
  'administrator-unguarded': deed('impact', 'T1098.003', 110, 0.7),
  'user-created': deed('persistence', 'T1136.003', 40),
  'user-invited': deed('persistence', 'T1136.003', 20),
  'policy-changed': deed('evasion', 'T1556.009', 60),
  'federation-changed': deed('persistence', 'T1484.002', 120, 0.15),
  'reset-of-another': deed('persistence', 'T1098', 40),
  'account-removed': deed('impact', 'T1531', 40),
  'sent-mail-erased': deed('evasion', 'T1070.008', 60),
  'mass-read': deed('collection', 'T1114.002', 45),
  'mass-download': deed('collection', 'T1530', 86),
  'mass-delete': deed('impact', 'T1485', 30),
  'mass-send': deed('impact', 'T1534', 60),
  'mass-share': deed('collection', 'T1567', 70),
  'payment-search': deed('collection', 'T1114.002', 40),
  'file-shared-outside': deed('collection', 'T1567', 15),
} as const satisfies Record<string, Deed>

/** What counts in any case of an inbox rule that nobody makes for themselves. */
export const BLATANT_FLOOR = { 1: 0.75, 2: 0.95 }

export type DeedName = keyof typeof DEEDS

/** What comes with a new phone or computer too. */
export const WITH_NEW_MACHINE = [
  'device-registered',
  'mass-download',
  'mfa-method-added',
  'mfa-weakened',
  'password-changed',
] as const satisfies DeedName[]

/** A password and all ways to pass MFA changed within so many hours leave nothing of the owner's. */
export const REPLACED = { hours: 3 }

/** Somebody who did the same on two earlier days does it for a living. */
export const USUAL_DEED = { days: 2, factor: 0.3 }

/** So many kinds of administration that the person never did before, in one attack, count this share wherever they are. */
export const SPREE = {
  kinds: 4,
  floor: 0.5,
  deeds: [
    'audit-off',
    'app-backdoor',
    'app-credential-added',
    'account-removed',
    'consent-granted',
    'federation-changed',
    'mail-flow-rule',
    'mail-flow-forwards-outside',
    'mailbox-access-granted',
    'mailbox-access-to-self',
    'policy-changed',
    'reset-of-another',
    'role-assigned',
    'user-created',
  ],
} as const satisfies { kinds: number; floor: number; deeds: DeedName[] }

/**
 * What was sent and deleted within so many minutes was to be seen by nobody; so many at once are a folder tidied up. Who has
 * deleted sent mail on so many earlier days does so for themselves.
 */
export const ERASED = { minutes: 30, most: 20, usualDays: 5 }

/** Items in one visit that are many, whoever it is, and times the user's own busiest days. */
export const MASS = {
  'mass-read': { least: 250, times: 4 },
  'mass-download': { least: 40, times: 4 },
  'mass-delete': { least: 50, times: 4 },
  'mass-send': { least: 30, times: 4 },
  'mass-share': { least: 20, times: 4 },
} as const

/**
 * So many times more than what is many count this factor; and so many files, all of it on any network that the person never
 * used: nobody needs that much away from their desk.
 */
export const HUGE = { times: 5, factor: 1.25, full: 14 }

/** A rule's match by the rule's level; at the user's usual place the floor of it. */
export const RULE_LEVEL: Record<string, number> = {
  critical: 70,
  high: 45,
  medium: 15,
  low: 4,
  informational: 0,
}
export const RULE_FLOOR = 0.12
/** A rule that matches more people than this, or one person's earlier days, counts only the factor. */
export const COMMON_RULE = { people: 5, share: 0.04, factor: 0.1 }

/** Microsoft's own opinion: of a sign-in, and its risk detections by kind. */
export const VENDOR_RISK = { high: 40, medium: 15, low: 0, none: 0 } as const
export const VENDOR_FLOOR = 0.3
export const VENDOR_ALERT: Record<string, number> = {
  attackerinthemiddle: 100,
  anomaloustoken: 45,
  tokenissueranomaly: 45,
  nationstateip: 60,
  userreportedsuspiciousactivity: 60,
  investigationsthreatintelligence: 50,
  passwordspray: 45,
  mcassuspiciousinboxmanipulationrules: 40,
  suspiciousinboxforwarding: 40,
  maliciousipaddress: 35,
  riskyipaddress: 25,
  anonymizedipaddress: 25,
  suspiciousbrowser: 25,
  suspiciousapitraffic: 30,
  anomaloususeractivity: 30,
  leakedcredentials: 20,
  unfamiliarfeatures: 12,
  impossibletravel: 12,
  unlikelytravel: 10,
  newcountry: 10,
}
export const VENDOR_ALERT_OTHER = 15
/** An administrator, or Microsoft, has looked into it and says that the account was taken over. */
export const VENDOR_CONFIRMED = { points: 100, floor: 0.6, days: 14 }

/**
 * A deed as heavy as this, so soon after somebody as strange came the same way, is theirs: with what says nothing of a machine, or
 * with a client of the person's.
 */
export const COMPANION = {
  ofNobodys: { deed: 35, strange: 0, hours: 4 },
  ofKnown: { deed: 60, strange: 60, hours: 1 },
} as const

/** How attackers' visits are held together, and kept apart. */
export const JOIN = {
  /** A visit as strange as this can be the attacker's. */
  suspect: 14,
  /** Strange visits with a client in common, or both from hosting, belong together within so many hours. */
  nearHours: 36,
  nearStrange: 30,
  /** But for those from an address that was used on so many days before, or so many days ago by a client of the person's. */
  settledDays: 5,
  settledStrange: 60,
  /** A deed without an address belongs to the strange visit that was active so many minutes before it. */
  deedMinutes: 60,
  /** Nothing in common with the last attacker, after so many quiet days in which the password was renewed: another attack. */
  quietDays: 14,
  /** Who may still have the password is awaited for longer, and longest who has added a key of their own. */
  quietDaysWithPassword: 28,
  quietDaysWithKey: 60,
  keys: [
    'mfa-method-added',
    'device-registered',
    'credentials-replaced',
    'consent-granted',
  ] satisfies DeedName[],
  /** What looks like a phishing page by so many points, within so many hours before an attack, is its beginning. */
  afterPage: { points: 55, hours: 4 },
  /** Where no session is told fewer points do, and a day: nothing else says how they came in. */
  afterPageUntold: { points: 30, hours: 24 },
  /** So many points, within so many days after an attack, are the attacker again. */
  again: { points: 60, days: 7 },
}
