/** Filters of the open requests. The service searches all of them, and counts the matches of each filter. */
import { Clock, TriangleAlert } from '../../../../generated/icons';
import { counted } from '../../lib/count';
import type { Inbox, InboxQuery } from '../../lib/inbox';
import { goToInbox, type Sort } from '../../lib/inbox-search';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Icon } from '../../ui/icon';
import { Picker } from '../../ui/picker';
import { SearchField } from '../../ui/search-field';

interface Props {
  readonly search: InboxQuery;
  readonly inbox: Inbox;
}

export function Filters({ search, inbox }: Props) {
  const { view, sort, offset: _, ...filters } = search;
  const set = (change: InboxQuery) => goToInbox({ ...search, offset: undefined, ...change });
  const isFiltered = Object.keys(filters).length > 0;
  const { open, mine, asked } = inbox.counts;
  const all = view === 'open' ? open : (mine ?? asked);
  return (
    <search className="toolbar filters">
      <SearchField
        label="Search the open requests"
        hint={`Search ${counted(all, 'request')}`}
        text={search.text ?? ''}
        onChange={(text) => set({ text })}
      />
      <div className="chips">
        <Chip
          isOn={search.unusual === true}
          onPress={() => set({ unusual: search.unusual === true ? undefined : true })}
          count={inbox.counts.unusual}
        >
          <Icon of={TriangleAlert} tiny /> Unusual
        </Chip>
        <Chip
          isOn={search.soon === true}
          onPress={() => set({ soon: search.soon === true ? undefined : true })}
          count={inbox.counts.soon}
        >
          <Icon of={Clock} tiny /> Ends soon
        </Chip>
        <Picker label="Action" value={search.action} choices={inbox.actions} set={(action) => set({ action })} />
        <Picker
          label="Requester"
          value={search.requester}
          choices={inbox.requesters}
          set={(requester) => set({ requester })}
        />
        <Picker
          label="State"
          value={search.state}
          choices={STATES}
          set={(state) => set({ state: state as InboxQuery['state'] })}
        />
        <span className="chip picker">
          <select
            aria-label="Sort by"
            value={sort ?? 'end'}
            onChange={(event) => set({ sort: event.target.value as Sort })}
          >
            <option value="end">Ends first</option>
            <option value="age">Newest first</option>
            <option value="amount">Largest amount first</option>
          </select>
        </span>
        {isFiltered && (
          <Button className="chip plain" onPress={() => goToInbox({ view, sort })}>
            Clear
          </Button>
        )}
      </div>
    </search>
  );
}

const STATES = [
  { id: 'notified', name: 'Waiting for keys' },
  { id: 'staging', name: 'Turning keys' },
];
