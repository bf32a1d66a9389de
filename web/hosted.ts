import type { Role } from '#contract/callable.ts'

const said = document.querySelector<HTMLMetaElement>('meta[name="hosted-identity"]')?.content

/** The hosted identity service that this school's server names, in place of its own; null for its own. */
export const hosted = said ? (JSON.parse(said) as { projectId: string; apiKey: string }) : null

/** The roles of whoever a token of the hosted service stands for: they are the school's to say, not the service's. */
export const rolesAtSchool = async (token: string): Promise<readonly Role[]> => {
  const answer = await fetch('/fn/users-me', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: {} }),
  })
  const { result } = (await answer.json()) as { result?: { roles: Role[] } | null }
  return result?.roles ?? []
}
