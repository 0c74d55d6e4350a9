<?php
/*
 * What Nextcloud does on top of sabre/dav, and read-only calendars, for sabre.php. Words in FOLDER/habits:
 *
 *   maintenance  every request is refused with 503
 *   busy         every request is refused with 429, as after too many wrong passwords
 *   crowded      new calendars are refused with 429, as after ten in an hour
 *   full         every write is refused with 507
 *   forbidden    every write is refused with 403 and the library's own explanation
 *   digest       passwords are sent by Digest authentication, as Baïkal has it, and not by Basic
 *   trash        what is deleted goes to a bin: a calendar keeps its path as a plain collection, and a to-do of the same
 *                name cannot be deleted again, unless the header X-NC-CalDAV-No-Trashbin asks for more than the bin
 *   unique       no two to-dos of a calendar have the same UID
 *
 * Always: calendars whose names begin with “locked”, “contact_birthdays” or “app-generated” are written by the user
 * “administrator” alone, who may use every home.
 */

use Sabre\DAV\Exception;

function hasHabit($word)
{
    global $folder;
    static $words = null;
    if ($words === null) {
        $file = $folder . '/habits';
        $words = file_exists($file) ? preg_split('/\s+/', file_get_contents($file)) : [];
    }
    return in_array($word, $words, true);
}

/** Answers in the place of the library where a habit says so. */
function refuseByHabit()
{
    $refusals = [
        'maintenance' => [503, 'ServiceUnavailable', 'System in maintenance mode.', false],
        'busy' => [429, 'TooManyRequests', 'Too many requests', false],
        'crowded' => [429, 'TooManyRequests', 'Too many calendars created', true],
        'full' => [507, 'InsufficientStorage', 'Calendar limit reached', true],
        'forbidden' => [403, 'Forbidden', 'You are not allowed to do that', true],
    ];
    $isRead = in_array($_SERVER['REQUEST_METHOD'], ['OPTIONS', 'GET', 'HEAD', 'PROPFIND', 'REPORT'], true);
    foreach ($refusals as $word => list($status, $exception, $message, $isForWrites)) {
        $isNewCalendar = in_array($_SERVER['REQUEST_METHOD'], ['MKCALENDAR', 'MKCOL'], true);
        if (!hasHabit($word) || $isForWrites && $isRead || $word === 'crowded' && !$isNewCalendar) {
            continue;
        }
        http_response_code($status);
        header('Content-Type: application/xml; charset=utf-8');
        if ($status === 503) {
            header('Retry-After: 120');
        }
        echo "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<d:error xmlns:d=\"DAV:\" xmlns:s=\"http://sabredav.org/ns\">\n",
            "  <s:exception>Sabre\\DAV\\Exception\\$exception</s:exception>\n  <s:message>$message</s:message>\n",
            "</d:error>\n";
        return true;
    }
    return false;
}

/** Which principals besides the owner may do what. */
function administrators()
{
    $rules = [];
    foreach (['{DAV:}read', '{DAV:}write'] as $privilege) {
        $rules[] = ['privilege' => $privilege, 'principal' => 'principals/administrator', 'protected' => true];
    }
    return $rules;
}

class_alias($isOld ? 'Sabre\CalDAV\UserCalendars' : 'Sabre\CalDAV\CalendarHome', 'LibraryHome');
class_alias($isOld ? 'Sabre\CalDAV\CalendarRootNode' : 'Sabre\CalDAV\CalendarRoot', 'LibraryRoot');

class Root extends LibraryRoot
{
    public function getChildForPrincipal(array $principal)
    {
        return new Home($this->caldavBackend, $principal);
    }
}

class Home extends LibraryHome
{
    public function getChildren()
    {
        $calendars = [];
        foreach ($this->caldavBackend->getCalendarsForUser($this->principalInfo['uri']) as $calendar) {
            $calendars[$calendar['uri']] = $calendar;
        }
        $children = hasHabit('trash') ? [new Sabre\DAV\SimpleCollection('trashbin', [])] : [];
        foreach (parent::getChildren() as $child) {
            $name = $child->getName();
            if (isset($calendars[$name]) && $this->caldavBackend->isTrashed($calendars[$name]['id'], '')) {
                $child = new TrashedCalendar($name, []);
            } elseif (isset($calendars[$name]) && preg_match('/^(locked|contact_birthdays|app-generated)/', $name)) {
                $child = new LockedCalendar($this->caldavBackend, $calendars[$name]);
            }
            $children[] = $child;
        }
        return $children;
    }

    public function getChild($name)
    {
        foreach ($this->getChildren() as $child) {
            if ($child->getName() === $name) {
                return $child;
            }
        }
        throw new Exception\NotFound("There is no $name");
    }

    public function getACL()
    {
        return array_merge(parent::getACL(), administrators());
    }
}

class LockedCalendar extends Sabre\CalDAV\Calendar
{
    public function getACL()
    {
        $rules = array_filter(parent::getACL(), function ($rule) {
            return $rule['privilege'] !== '{DAV:}write';
        });
        return array_merge(array_values($rules), administrators());
    }

    public function getChildACL()
    {
        return $this->getACL();
    }
}

/** A deleted calendar, which stays at its path until the bin is emptied. */
class TrashedCalendar extends Sabre\DAV\SimpleCollection
{
    public function delete()
    {
    }
}

trait Habits
{
    public function isTrashed($calendarId, $name)
    {
        $query = $this->pdo->prepare('SELECT 1 FROM trash WHERE calendarid = ? AND uri = ?');
        $query->execute([is_array($calendarId) ? $calendarId[0] : $calendarId, $name]);
        return (bool) $query->fetch();
    }

    private function trash($calendarId, $name)
    {
        $this->pdo->prepare('INSERT INTO trash VALUES (?, ?)')
            ->execute([is_array($calendarId) ? $calendarId[0] : $calendarId, $name]);
    }

    public function deleteCalendar($calendarId)
    {
        if (hasHabit('trash')) {
            $this->trash($calendarId, '');
        } else {
            parent::deleteCalendar($calendarId);
        }
    }

    public function deleteCalendarObject($calendarId, $objectUri)
    {
        if (hasHabit('trash') && !isset($_SERVER['HTTP_X_NC_CALDAV_NO_TRASHBIN'])) {
            if ($this->isTrashed($calendarId, $objectUri)) {
                throw new Exception\Forbidden('It is in the bin already');
            }
            $this->trash($calendarId, $objectUri);
        }
        parent::deleteCalendarObject($calendarId, $objectUri);
    }

    public function createCalendarObject($calendarId, $objectUri, $calendarData)
    {
        if (hasHabit('unique') && preg_match('/^UID:(.*?)\r?$/m', $calendarData, $uid)) {
            $query = $this->pdo->prepare('SELECT calendardata FROM calendarobjects WHERE calendarid = ?');
            $query->execute([is_array($calendarId) ? $calendarId[0] : $calendarId]);
            foreach ($query->fetchAll(PDO::FETCH_COLUMN) as $text) {
                if (preg_match('/^UID:(.*?)\r?$/m', $text, $found) && $found[1] === $uid[1]) {
                    throw new Exception\BadRequest('Calendar object with uid already exists in this calendar collection.');
                }
            }
        }
        return parent::createCalendarObject($calendarId, $objectUri, $calendarData);
    }
}

if ($isOld) {
    require_once __DIR__ . '/sharing.php';
} else {
    class Calendars extends Sabre\CalDAV\Backend\PDO
    {
        use Habits;
    }
}
