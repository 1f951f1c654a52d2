/** The second step: an action from a template. */
import { answer, api } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { SET_UP } from '../../lib/set-up';
import { policyOf, TEMPLATES, type Template } from '../../lib/templates';
import { Problem } from '../../ui/states';
import { Waits } from '../../ui/waits';

export function Templates({ operator }: { readonly operator: string }) {
  return (
    <div className="templates">
      {TEMPLATES.map((template) => (
        <FromTemplate key={template.id} template={template} operator={operator} />
      ))}
    </div>
  );
}

function FromTemplate({ template, operator }: { readonly template: Template; readonly operator: string }) {
  const create = useEdit({
    run: () =>
      answer(
        api.PUT('/api/actions/{id}', { params: { path: { id: template.id } }, body: policyOf(template, operator) }),
      ),
    stale: [['actions'], SET_UP],
  });
  return (
    <>
      <button type="button" className="template" onClick={create.send} disabled={create.isPending}>
        <strong>{template.name}</strong>
        <span className="muted">{template.what}</span>
        <code className="caption">{Object.keys(template.params).join(', ')}</code>
      </button>
      <Problem error={create.error} />
      {create.waits !== null && <Waits change={create.waits} onClose={create.reset} />}
    </>
  );
}
