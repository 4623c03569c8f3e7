// How an application proves to Microsoft who it is: by a secret, or by what only a certificate's key can sign.
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { type ClientAuth, ClientSecretPost, modifyAssertion, PrivateKeyJwt } from 'openid-client'
import type { Credentials } from '../../tenants/connection.ts'
import { SourceFault } from '../source.ts'
import type { Cloud } from './clouds.ts'

export const tokenEndpoint = ({ loginUrl }: Cloud, directoryTenantId: string) =>
  `${loginUrl}/${directoryTenantId}/oauth2/v2.0/token`

export async function authenticationBy(credentials: Credentials, endpoint: string): Promise<ClientAuth> {
  if ('secret' in credentials) return ClientSecretPost(credentials.secret)
  try {
    const thumbprint = createHash('sha256').update(new X509Certificate(credentials.certificate).raw).digest()
    const pkcs8 = createPrivateKey(credentials.privateKey).export({ type: 'pkcs8', format: 'der' })
    const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign'])
    return PrivateKeyJwt(key, {
      // Entra finds the certificate by its thumbprint, and wants to be addressed by the address asked.
      [modifyAssertion](header, payload) {
        header.typ = 'JWT'
        header['x5t#S256'] = thumbprint.toString('base64url')
        payload.aud = endpoint
      },
    })
  } catch (cause) {
    throw new SourceFault(
      'secret',
      'The certificate or its private key cannot be used. Give them anew, as PEM.',
      {
        cause,
      },
    )
  }
}
