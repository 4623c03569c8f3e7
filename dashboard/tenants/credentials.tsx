// The fields for an application's credentials: a secret, or a certificate with its key.
import { PasswordInput, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'

export interface CredentialFields {
  by: 'secret' | 'certificate'
  clientId: string
  secret: string
  certificate: string
  privateKey: string
}

export const NO_CREDENTIALS: CredentialFields = {
  by: 'secret',
  clientId: '',
  secret: '',
  certificate: '',
  privateKey: '',
}

export const credentialsOf = ({ by, clientId, secret, certificate, privateKey }: CredentialFields) =>
  by === 'secret' ? { clientId, secret } : { clientId, certificate, ...(privateKey && { privateKey }) }

const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }

export function CredentialInputs({
  value,
  onChange,
}: {
  value: CredentialFields
  onChange: (value: CredentialFields) => void
}) {
  const set = (change: Partial<CredentialFields>) => onChange({ ...value, ...change })
  return (
    <Stack gap="sm">
      <TextInput
        label="Application (client) id"
        placeholder="00000000-0000-0000-0000-000000000000"
        required
        value={value.clientId}
        onChange={event => set({ clientId: event.currentTarget.value })}
        styles={monospace}
      />
      <SegmentedControl
        aria-label="How the application proves itself"
        value={value.by}
        onChange={by => set({ by: by as CredentialFields['by'] })}
        data={[
          { value: 'secret', label: 'Secret' },
          { value: 'certificate', label: 'Certificate' },
        ]}
      />
      {value.by === 'secret' ? (
        <PasswordInput
          label="Client secret"
          description="Its value, which Entra shows once. It is encrypted here and never shown again."
          required
          autoComplete="off"
          value={value.secret}
          onChange={event => set({ secret: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
        />
      ) : (
        <>
          <Textarea
            label="Certificate"
            description="PEM. The same certificate is uploaded to the application in Entra."
            required
            minRows={3}
            autosize
            maxRows={8}
            spellCheck={false}
            value={value.certificate}
            onChange={event => set({ certificate: event.currentTarget.value })}
            styles={monospace}
          />
          <Textarea
            label="Private key"
            description="PEM, without a password. It is encrypted here and never shown again."
            required
            minRows={3}
            autosize
            maxRows={8}
            spellCheck={false}
            value={value.privateKey}
            onChange={event => set({ privateKey: event.currentTarget.value })}
            styles={monospace}
          />
        </>
      )}
    </Stack>
  )
}
