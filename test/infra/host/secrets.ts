/** The part of Secrets Manager that knows which secrets are replicas. */
export function standbySecrets(names: readonly string[]) {
  const replicas = new Set(names);
  return {
    /**
     * "Removes the link between the replica secret and the primary secret and promotes the replica to a primary secret in the
     * replica Region." (API reference, StopReplicationToReplica)
     */
    async promote(): Promise<string> {
      const promoted = replicas.size;
      replicas.clear();
      return promoted === 0 ? 'the secrets were promoted before' : `${promoted} secrets are promoted`;
    },
    /**
     * "A replica secret can't be updated independently from its primary secret, except for its encryption key."
     * (User Guide, Promote a replica secret to a standalone secret)
     */
    canChange: () => replicas.size === 0,
  };
}
