// A password that is being chosen, with its rule said before it is broken.
import { PasswordInput } from '@mantine/core'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../src/members/password-length.ts'

interface NewPasswordProps {
  label?: string
  value: string
  onChange(value: string): void
}

export const NewPassword = ({ label = 'Password', value, onChange }: NewPasswordProps) => (
  <PasswordInput
    label={label}
    description={`At least ${SHORTEST_PASSWORD} characters. A few words in a row are easy to keep.`}
    name="new-password"
    autoComplete="new-password"
    required
    withAsterisk={false}
    minLength={SHORTEST_PASSWORD}
    maxLength={LONGEST_PASSWORD}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
    visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
  />
)
