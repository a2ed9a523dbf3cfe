import type { ReactNode } from 'react'
import type { LoginFault } from '../../server/api/login-fault.ts'
import { Notice } from '../elements/notice.tsx'
import { usePlace } from '../routing/location-store.ts'

const sentences: Readonly<Record<LoginFault, string>> = {
  ProviderUnavailable: 'the login provider does not answer; try again later',
  ProviderRefused: 'the login provider refused it',
  AnswerRefused:
    'what the login provider sent back does not belong to this login, or came too late; try again',
  UsernameMissing: 'the login provider does not say who you are: ask for the claim that names users',
  UsernameRefused: 'the login provider names you in a way that Kubernetes does not allow',
  EmailNotVerified: 'your email address is not verified at the login provider',
  GroupsRefused: 'the login provider names your groups in a way that Kubernetes does not allow',
}

/** Why a login failed, when one comes back from it. Only words of ours: an address can be made by anybody. */
export function LoginFailure(): ReactNode {
  const { search } = usePlace()
  const fault = new URLSearchParams(search).get('loginFailed')
  if (fault === null || !isFault(fault)) return null
  return (
    <Notice tone="failed">
      <p>Cannot log in: {sentences[fault]}</p>
      <p>
        <a href="/auth/login">Log in</a>
      </p>
    </Notice>
  )
}

function isFault(text: string): text is LoginFault {
  return Object.hasOwn(sentences, text)
}
