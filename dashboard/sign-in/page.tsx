// Sign-in.
export function SignInPage() {
  return null
}
