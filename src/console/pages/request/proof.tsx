/** The proof of the verdict, to save. It can be verified without trusting this page or the service. */
import { useMutation } from '@tanstack/react-query';
import { answer, api } from '../../lib/api';
import { download } from '../../lib/download';
import type { RequestAnswer } from '../../lib/requests';
import { tarOf } from '../../lib/tar';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/states';

export function Proof({ request, view }: RequestAnswer) {
  const { id } = request;
  const save = useMutation({
    mutationFn: async () => {
      const { proof, server_now } = await answer(api.GET('/api/requests/{id}/proof', { params: { path: { id } } }));
      const folder = `proof-${id}`;
      download(`${folder}.tar`, 'application/x-tar', tarOf(folder, proof.files, Math.floor(server_now / 1000)));
    },
  });
  return (
    <section aria-labelledby="proof" className="card">
      <h2 id="proof">Proof</h2>
      <p className="secondary">
        {view.turn === 'code_and_passkey'
          ? 'Anybody can verify who signed this with ssh-keygen, offline and without this service: unpack the file and run your own copy of verify.sh in its folder.'
          : 'Turns of this action are not signed. The file has the verdict that the service signed.'}
      </p>
      <Problem error={save.error} />
      <div className="form-actions">
        <Button className="button" onPress={() => save.mutate()} isDisabled={save.isPending}>
          {save.isPending ? 'Reading…' : 'Save the proof'}
        </Button>
        {save.isSuccess && <span role="status">Saved.</span>}
      </div>
    </section>
  );
}
