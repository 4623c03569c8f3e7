// Certificates as people paste them: chains, keys that belong elsewhere, keys under a password.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '../../../test/sources/make-certificate.ts'
import { readCertificate } from './certificate.ts'

const root = makeCertificate({ name: 'root' })
const until = new Date('2031-05-01T00:00:00.000Z')
const own = makeCertificate({ name: 'leaf', by: root, until })
const other = makeCertificate({ name: 'other' })
const encrypted = (type: 'pkcs8' | 'pkcs1') =>
  own.key.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) as string

describe('a certificate with its key', () => {
  it.each([
    ['two texts', own.certificate, own.privateKey],
    ['one text, as openssl writes it', own.privateKey + own.certificate, own.privateKey + own.certificate],
    ['a chain', own.certificate + root.certificate, own.privateKey],
    ['a chain from its root on', root.certificate + own.certificate, own.privateKey],
    ['what openssl says besides', `Bag Attributes\n  friendlyName: x\n${own.certificate}`, own.privateKey],
    ['lines that end as on Windows', own.certificate.replaceAll('\n', '\r\n'), own.privateKey],
    ['a key in the older form', own.certificate, own.key.export({ type: 'pkcs1', format: 'pem' }) as string],
  ])('may be given as %s', (_how, certificate, key) => {
    const read = readCertificate(certificate, key)
    expect(read).toMatchObject({ privateKey: own.privateKey, expiresAt: until })
    const kept = (read as { certificate: string }).certificate
    expect(kept.replaceAll('\r', '').trim()).toBe(own.certificate.trim())
  })

  it.each([
    ['no certificate', 'x', own.privateKey, /certificate is not in PEM/],
    ['no key', own.certificate, own.certificate, /private key is not in PEM/],
    ['a key that belongs elsewhere', own.certificate, other.privateKey, /does not belong/],
    ['a chain without its own certificate', root.certificate, own.privateKey, /does not belong/],
    ['a key under a password', own.certificate, encrypted('pkcs8'), /password/],
    ['a key under a password, in the older form', own.certificate, encrypted('pkcs1'), /password/],
    [
      'a key that is cut',
      own.certificate,
      own.privateKey.replace(/\n.{20}/, '\n'),
      /private key cannot be read/,
    ],
    [
      'a certificate that is cut',
      own.certificate.replace(/\n.{20}/, '\n'),
      own.privateKey,
      /certificate cannot be read/,
    ],
    [
      'a key of another kind',
      own.certificate,
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }) as string,
      /not an RSA key/,
    ],
  ])('is refused for %s', (_what, certificate, key, words) => {
    expect(readCertificate(certificate, key)).toMatch(words)
  })
})
