// A certificate and its private key as people paste them, judged before they are kept.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

export interface ReadCertificate {
  certificate: string
  privateKey: string
  expiresAt: Date
}

/** Or what is wrong with them, in a sentence. */
export function readCertificate(certificateText: string, keyText: string): ReadCertificate | string {
  const certificates = certificateText.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)
  if (!certificates) return 'The certificate is not in PEM form (-----BEGIN CERTIFICATE-----).'
  const privateKey = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----[\s\S]+?-----END \1PRIVATE KEY-----/.exec(
    keyText,
  )?.[0]
  if (!privateKey) return 'The private key is not in PEM form (-----BEGIN PRIVATE KEY-----).'
  if (privateKey.includes('ENCRYPTED'))
    return 'The private key is protected by a password. Give it without one.'
  let parsed: X509Certificate[]
  let key: KeyObject
  try {
    parsed = certificates.map(pem => new X509Certificate(pem))
  } catch {
    return 'The certificate cannot be read.'
  }
  try {
    key = createPrivateKey(privateKey)
  } catch {
    return 'The private key cannot be read.'
  }
  if (key.asymmetricKeyType !== 'rsa') return 'The private key is not an RSA key, which is what Entra takes.'
  // Those that vouch for it may stand before it or after it.
  const at = parsed.findIndex(each => each.checkPrivateKey(key))
  if (at < 0) return 'The private key does not belong to the certificate.'
  return {
    certificate: certificates[at]!,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    expiresAt: parsed[at]!.validToDate,
  }
}
