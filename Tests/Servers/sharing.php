<?php
/*
 * Calendars shared with other users, for sabre.php with sabre/dav 1.8, whose SQLite backend has no table for that. A
 * share is there at once, without an invitation.
 */

class Calendars extends Sabre\CalDAV\Backend\PDO implements Sabre\CalDAV\Backend\SharingSupport
{
    use Habits;

    public function getCalendarsForUser($principalUri)
    {
        $calendars = parent::getCalendarsForUser($principalUri);
        $query = $this->pdo->prepare(
            'SELECT shares.*, calendars.principaluri AS owner, calendars.uri AS own FROM shares
             JOIN calendars ON calendars.id = shares.calendarid WHERE shares.principaluri = ?'
        );
        $query->execute([$principalUri]);
        foreach ($query->fetchAll(PDO::FETCH_ASSOC) as $share) {
            foreach (parent::getCalendarsForUser($share['owner']) as $calendar) {
                if ($calendar['id'] == $share['calendarid']) {
                    $calendar['uri'] = $share['uri'];
                    $calendar['principaluri'] = $principalUri;
                    $calendar['{http://calendarserver.org/ns/}shared-url'] = 'calendars/' . $share['own'];
                    $calendar['{http://sabredav.org/ns}owner-principal'] = $share['owner'];
                    $calendar['{http://sabredav.org/ns}read-only'] = (bool) $share['readonly'];
                    $calendars[] = $calendar;
                }
            }
        }
        return $calendars;
    }

    public function updateShares($calendarId, array $add, array $remove)
    {
        foreach ($add as $share) {
            $principal = 'principals/' . preg_replace('/^mailto:|@.*$/', '', $share['href']);
            $this->pdo->prepare('DELETE FROM shares WHERE calendarid = ? AND principaluri = ?')
                ->execute([$calendarId, $principal]);
            $this->pdo->prepare('INSERT INTO shares VALUES (?, ?, ?, ?)')
                ->execute([$calendarId, $principal, 'shared-' . $calendarId, (int) $share['readOnly']]);
        }
        foreach ($remove as $href) {
            $this->pdo->prepare('DELETE FROM shares WHERE calendarid = ? AND principaluri = ?')
                ->execute([$calendarId, 'principals/' . preg_replace('/^mailto:|@.*$/', '', $href)]);
        }
    }

    public function getShares($calendarId)
    {
        return [];
    }

    public function shareReply($href, $status, $calendarUri, $inReplyTo, $summary = null)
    {
        return null;
    }

    public function setPublishStatus($calendarId, $value)
    {
    }

    public function getNotificationsForPrincipal($principalUri)
    {
        return [];
    }

    public function deleteNotification($principalUri, Sabre\CalDAV\Notifications\INotificationType $notification)
    {
    }
}
