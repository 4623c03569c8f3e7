// What mailboxes call their folders, and what people write of money and of break-ins, in the languages that mailboxes are most
// often in.

const among = (...words: string[]): RegExp => new RegExp(words.join('|'), 'iu')

/** Folders that programs made for themselves: nobody has ever put mail there to find it again. */
const PROGRAMS_FOLDERS = [
  'conversation history|sync issues',
  'unterhaltungsverlauf|verlauf der unterhaltung|aufgezeichnete unterhaltungen|synchronisierungsprobleme',
  'historique des conversations|problèmes de synchronisation',
  'historial de conversaci|problemas de sincronizaci',
  'cronologia conversazion|problemi di sincronizzazione',
  'gespreksgeschiedenis|synchronisatieproblemen',
  'histórico de convers|problemas de sincroniza',
  'konversationshistorik|samtalehistorik|samtalelogg|synkroniserings?problem',
  'keskusteluhistoria|synkronointiongelmat',
  'historia konwersacji|problemy z synchronizacją',
  'historie konverzac|potíže se synchronizací',
  'beszélgetések előzményei|konuşma geçmişi|istoric conversați',
  '会話の履歴|同期の失敗|对话历史',
]

const DELETED_FOLDERS = [
  'deleted items|gelöschte|éléments supprimés|elementos eliminados|posta eliminata|verwijderde',
  'itens (excluídos|eliminados)|borttaget|borttagna|slettet post|slettede elementer|poistetut',
  'elementy usunięte|odstraněná pošta|törölt elemek|silinmiş öğeler|elemente șterse|削除済み',
]

const JUNK_FOLDERS = [
  'junk|unerwünscht|courrier indésirable|correo no deseado|posta indesiderata|ongewenste|lixo',
  'skräppost|uønsket|roskaposti|śmieci|nevyžádaná|levélszemét|önemsiz|nedorit|迷惑メール',
]

const KEPT_FOLDERS = ['archiv|archief|arkiv|arkisto|archiw|arquivo|arşiv|アーカイブ|notes\\b']

export const PROGRAMS_FOLDER = among(...PROGRAMS_FOLDERS)

/** Folders nobody looks into. */
export const UNSEEN_FOLDER = among(
  'rss|quarantine|clutter',
  ...PROGRAMS_FOLDERS,
  ...DELETED_FOLDERS,
  ...JUNK_FOLDERS,
  ...KEPT_FOLDERS,
)

/** Of those, the ones that people's own rules do use. */
export const ORDINARY_FOLDER = among('junk', ...DELETED_FOLDERS, ...KEPT_FOLDERS)

/** And of those, the ones that somebody may want everything in. */
export const KEPT_FOLDER = among(...KEPT_FOLDERS)

/** This one somebody may want news in. */
export const FEEDS_FOLDER = /\brss\b/i

export const MONEY_WORD = among(
  'invoice|payment|\\bpay\\b|\\bwire\\b|\\bbank|\\biban\\b|\\bswift\\b|\\bach\\b|\\btransfer\\b|remit|payroll|salary',
  'workday|successfactors|\\badp\\b|paychex|paycom|dayforce|direct deposit|purchase order',
  'rechnung|zahlung|überweisung|\\bgehalt|facture|paiement|virement|factura|\\bpago|transferencia|nómina',
  'fattura|pagamento|bonifico|stipendio|factuur|betaling|overboeking|salaris|fatura|transferência',
  'faktura|betalning|överföring|overførsel|overføring|lasku|tilisiirto|palkka',
  'płatność|płatności|przelew|platba|převod|számla|átutalás|ödeme|havale|plată|請求|支払|振込',
)

export const ALARM_WORD = among(
  'hack|phish|scam|fraud|virus|malware|suspicious|password|security alert|help ?desk|it support|\\bmfa\\b',
  'verification|docusign|do not (open|click)|\\blinks?\\b|weird|strange|unusual|mailer-daemon|undeliver|compromise',
  'betrug|verdächtig|passwort|kennwort|piraté|suspect|mot de passe|estafa|sospechos|contraseña',
  'truffa|sospett|oplichting|verdacht|wachtwoord|golpe|suspeit|senha|bedrägeri|misstänkt|lösenord',
  'svindel|mistænkelig|mistenkelig|adgangskode|passord|huijaus|epäilyttävä|salasana',
  'oszustwo|podejrzan|hasło|podvod|podezřel|\\bheslo',
)

export const BREAK_IN_WORD = among(
  'hack|phish|scam|fraud|malware|suspicious|compromise|do not (open|click)|weird|strange',
  'betrug|verdächtig|piraté|suspect|estafa|sospechos|truffa|sospett|oplichting|verdacht|golpe|suspeit',
  'bedrägeri|misstänkt|svindel|mistænkelig|mistenkelig|huijaus|epäilyttävä|oszustwo|podejrzan|podvod|podezřel',
)
